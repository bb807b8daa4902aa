import type { Response } from 'express';
import { storeSettings } from '#domain/settings/store.settings.js';
import { escapeHtml } from '#integrations/http/escape-html.js';
import { smallPage, smallPagePolicy } from '#integrations/http/small-page.js';
import { readMailBrand } from '#operations/mail/mail-settings.js';
import type { Platform } from '#operations/platform.js';

export interface PageContent {
  status?: number;
  title: string;
  /** Plain text, one paragraph each. */
  paragraphs: readonly string[];
  /** HTML of forms. */
  form?: string;
  /** Where to go on, by default the store. */
  link?: { url: string; label: string };
}

/** Renders the platform's own pages about accounts: no scripts, nothing from other origins, never cached. */
export function createAccountPage({
  settings,
  storage,
  config,
}: Pick<Platform, 'settings' | 'storage' | 'config'>) {
  const isOwn = (url: string) =>
    URL.canParse(url) && new URL(url).origin === new URL(config.PUBLIC_API_BASE_URL).origin;

  function html({ title, paragraphs, form = '', link }: PageContent): string {
    const brand = readMailBrand(settings, storage);
    const store = settings.get(storeSettings.storeUrl) || settings.get(storeSettings.canonicalBaseUrl);
    const target = link ?? (store && !form ? { url: store, label: 'Go to the store' } : undefined);
    const texts = paragraphs.map((text) => `<p dir="auto">${escapeHtml(text)}</p>`).join('');
    const forth = target ? `<p><a href="${escapeHtml(target.url)}">${escapeHtml(target.label)}</a></p>` : '';
    return smallPage({
      brand: { ...brand, logoUrl: isOwn(brand.logoUrl) ? brand.logoUrl : '' },
      title,
      content: texts + form + forth,
    });
  }

  const headers = {
    'content-security-policy': smallPagePolicy("'self'"),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-type': 'text/html; charset=utf-8',
  };

  return {
    html,
    headers,
    send(response: Response, content: PageContent): void {
      response
        .status(content.status ?? 200)
        .set(headers)
        .send(html(content));
    },
  };
}

export type AccountPage = ReturnType<typeof createAccountPage>;
