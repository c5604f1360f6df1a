import { modelsCalls } from './models.ts';
import { testCalls } from './limited.ts';

testCalls(modelsCalls, { otherLimits: ['changes', 'nearestTokens'] });
