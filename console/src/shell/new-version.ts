const KEY = 'console-reloaded';

/** After a deploy the chunks of the page that is open are gone: it is loaded anew once, and then says so. */
export function reloadOnce(error: unknown): never | Promise<never> {
  // A page whose code fails is no new version: reloading would say something untrue.
  if (!/dynamically imported module|module script/i.test(String(error))) throw error;
  if (sessionStorage.getItem(KEY) !== null) {
    sessionStorage.removeItem(KEY);
    throw new NewVersion(error);
  }
  sessionStorage.setItem(KEY, '1');
  location.reload();
  return new Promise<never>(() => undefined);
}

/** A page was loaded: the next missing chunk may reload again. */
export const pageLoaded = () => sessionStorage.removeItem(KEY);

export class NewVersion extends Error {
  constructor(cause: unknown) {
    super('A new version of the console is there.', { cause });
  }
}
