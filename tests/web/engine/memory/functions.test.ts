import { functionsCalls } from './functions.ts';
import { testCalls } from './limited.ts';

testCalls(functionsCalls, { otherLimits: ['beamSearchOverTable, beams'] });
