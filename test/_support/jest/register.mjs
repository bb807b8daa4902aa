import { register } from 'node:module';
import { register as registerTypeScript } from 'tsx/esm/api';

registerTypeScript();
register('./resolve.mjs', import.meta.url);

export { useJest } from './globals.mjs';
