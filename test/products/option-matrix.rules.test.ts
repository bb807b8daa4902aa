import { it } from '@jest/globals';
import { checkMatrixSequences } from './matrix-sequences.js';

it('the matrix of a product keeps ids by name, has no combination twice, and loses no variant', () => {
  checkMatrixSequences(40);
});
