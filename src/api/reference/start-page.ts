import { Router } from 'express';
import { escapeHtml } from '#integrations/http/escape-html.js';
import { smallPage, smallPagePolicy } from '#integrations/http/small-page.js';
import { readMailBrand } from '#operations/mail/mail-settings.js';
import type { Platform } from '#operations/platform.js';

interface Place {
  label: string;
  url: string;
  text: string;
}

/** What a person finds from here. Addresses of inner services are left out in production. */
function places({ config }: Pick<Platform, 'config'>): Place[] {
  const inner: (Place | undefined)[] =
    config.NODE_ENV === 'production'
      ? []
      : [
          config.MAIL_INBOX_URL
            ? { label: 'Mail inbox', url: config.MAIL_INBOX_URL, text: 'Every mail that was caught.' }
            : undefined,
          config.TEMPORAL_UI_URL
            ? {
                label: 'Temporal web UI',
                url: config.TEMPORAL_UI_URL,
                text: 'Workflows and their histories.',
              }
            : undefined,
        ];
  const console = {
    label: 'Console',
    url: '/console',
    text: 'Orders, money, jobs, settings: everything that an operator does.',
  };
  return [
    ...(config.CONSOLE ? [console] : []),
    { label: 'API reference', url: '/docs', text: 'Every operation, to read and to try.' },
    { label: 'OpenAPI document', url: '/openapi.json', text: 'The same for programs.' },
    { label: 'Health', url: '/health/ready', text: 'Whether the platform can work, and what is missing.' },
    ...inner.filter((place) => place !== undefined),
  ];
}

/** `GET /`: names the platform and links to its reference and consoles. */
export function startPage(platform: Pick<Platform, 'config' | 'settings' | 'storage'>): Router {
  const router = Router();
  router.get('/', (_request, response) => {
    const items = places(platform).map(
      ({ label, url, text }) =>
        `<dt><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></dt><dd>${escapeHtml(text)}</dd>`,
    );
    const brand = { ...readMailBrand(platform.settings, platform.storage), logoUrl: '' };
    const intro = '<p>The API of a marketplace of many vendors. Storefronts and the console speak to it.</p>';
    response.locals['route'] = '/';
    response
      .set({ 'content-security-policy': smallPagePolicy("'self'"), 'cache-control': 'no-store' })
      .type('html')
      .send(smallPage({ brand, title: 'Haat', content: `${intro}<dl>${items.join('')}</dl>` }));
  });
  return router;
}
