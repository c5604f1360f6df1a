import { filesCalls } from './files.ts';
import { testCalls } from './limited.ts';

const noFiles = ['loadModel, a nested config', 'loadModel, a golden.json'];
testCalls(filesCalls, { otherLimits: [...noFiles, 'loadModel, a config'], neverDone: noFiles });
