import { generationsCalls } from './generations.ts';
import { testCalls } from './limited.ts';

testCalls(generationsCalls, { otherLimits: ['generate, beams', 'generate, forced tokens'] });
