import { trainersCalls } from './trainers.ts';
import { testCalls } from './limited.ts';

testCalls(trainersCalls);
