import { createRoot } from 'react-dom/client';
import { Post } from './post.jsx';

createRoot(document.getElementById('root')).render(<Post />);
