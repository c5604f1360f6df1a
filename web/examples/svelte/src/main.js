import { mount } from 'svelte';
import Post from './Post.svelte';

mount(Post, { target: document.getElementById('app') });
