import { type ComponentType, lazy } from 'react';
import { reloadOnce } from './new-version.js';

/** A part of the page in its own chunk, which is loaded when it is first shown. */
export const part = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load().catch(reloadOnce) }));
