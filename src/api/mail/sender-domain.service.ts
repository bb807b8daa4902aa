import {
  checkDkim,
  checkDmarc,
  checkSpf,
  isReservedDomain,
  type RecordCheck,
} from '#domain/mail/sender-domain.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import { domainOf } from '#integrations/mail/mail-headers.js';
import { createTxtReader, type ReadTxt } from '#integrations/mail/txt-records.js';
import type { Platform } from '#operations/platform.js';

/** Selectors of the providers that are used most: no one can ask a name server for all. */
const COMMON_SELECTORS = ['s1', 's2', 'default', 'mail', 'dkim', 'google', 'selector1', 'selector2', 'k1'];

type Deps = Pick<Platform, 'config' | 'settings'>;

export interface SenderDomain {
  /** Sender address of mails. */
  from: string;
  domain: string;
  /** Kept for examples and tests, so that nothing was looked up. */
  reserved: boolean;
  records: RecordCheck[];
}

/** Whether the domain of the sender publishes what receivers look at. @param readTxt the name servers of the host */
export function createSenderDomainService({ config, settings }: Deps, readTxt: ReadTxt = createTxtReader()) {
  async function recordsOf(domain: string, selectors: readonly string[]): Promise<RecordCheck[]> {
    const [spf, keys, policies] = await Promise.all([
      readTxt(domain),
      Promise.all(
        selectors.map(async (selector) => ({
          selector,
          records: await readTxt(`${selector}._domainkey.${domain}`),
        })),
      ),
      Promise.all(
        domainsFrom(domain).map(async (name) => ({
          name: `_dmarc.${name}`,
          records: await readTxt(`_dmarc.${name}`),
        })),
      ),
    ]);
    return [checkSpf(domain, spf), checkDkim(domain, keys), checkDmarc(domain, policies)];
  }

  return {
    async check(selector: string | undefined): Promise<SenderDomain> {
      const from = settings.get(mailSettings.fromEmail) || config.MAIL_FROM;
      const domain = domainOf(from);
      const reserved = isReservedDomain(domain);
      const selectors = selector === undefined ? COMMON_SELECTORS : [selector];
      return { from, domain, reserved, records: reserved ? [] : await recordsOf(domain, selectors) };
    },
  };
}

export type SenderDomainService = ReturnType<typeof createSenderDomainService>;

/** The domain and those above it, nearest first, without the top level. */
function domainsFrom(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_label, index) => labels.slice(index).join('.'));
}
