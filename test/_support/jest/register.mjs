import { register } from 'node:module';
import { register as registerTypeScript } from 'tsx/esm/api';

registerTypeScript();
register('./resolve.mjs', import.meta.url);
// A failure is shown where it stands in the source.
process.setSourceMapsEnabled(true);

export { useJest } from './globals.mjs';
