import { it } from '@jest/globals';
import { checkMatrixSequences } from './matrix-sequences.js';

it('500 sequences of changes keep ids by name, leave no combination twice, and lose no variant', () => {
  checkMatrixSequences(500);
});
