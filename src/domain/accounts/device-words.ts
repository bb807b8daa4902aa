import { phrase, type Words } from '#domain/mail/phrase.js';
import { deviceName } from './device-name.js';

/** The device of a `User-Agent` as a mail names it. */
export function deviceWords(userAgent: string | null | undefined): Words {
  const name = deviceName(userAgent);
  const [browser, system] = name.split(' on ');
  return browser && system ? phrase('device.browser', { browser, system }) : name;
}
