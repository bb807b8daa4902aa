import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { drawnVariables } from '#domain/mail/mail-template.js';
import { findMailTemplate, mailTemplates } from '#domain/mail/template-registry.js';

const root = join(import.meta.dirname, '..', '..');

/** Variables that the code that composes mails fills in, whatever the payload is. */
const filledByComposer = new Set([...Object.values(drawnVariables), 'url', 'console_url']);

/** Sources of what enqueues mails, by their path. */
const sources = new Map(
  ['api', 'operations', 'activities'].flatMap((folder) =>
    readdirSync(join(root, 'src', folder), { recursive: true })
      .map((file) => join('src', folder, String(file)))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.schemas.ts'))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const),
  ),
);

const namesTemplate = (text: string, key: string) =>
  new RegExp(`['"\`]${key.replaceAll('.', '\\.')}['"\`]`).test(text);
const sendersOf = (key: string) =>
  [...sources].filter(([, text]) => namesTemplate(text, key)).map(([file]) => file);
const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Everything in the folders of the senders and what they import of the domain: values are put together there. */
function sourcesAround(key: string): string {
  const folders = new Set(sendersOf(key).map((file) => dirname(file)));
  const texts = [...sources].filter(([file]) => folders.has(dirname(file))).map(([, text]) => text);
  const imported = new Set(
    texts.flatMap((text) => [...text.matchAll(/from '#(domain\/[\w/.-]+)\.js'/g)].map(([, file]) => file)),
  );
  const domain = [...imported]
    .filter((file) => !file?.startsWith('domain/mail/'))
    .map((file) => readFileSync(join(root, 'src', `${file}.ts`), 'utf8'));
  return [...texts, ...domain].join('\n');
}

describe('registry-is-whole', () => {
  it('every template is sent by some code', () => {
    const unsent = [...new Set(mailTemplates.map(({ eventType }) => eventType))].filter(
      (key) => sendersOf(key).length === 0,
    );
    expect(unsent).toEqual([]);
  });

  it('every mail that code sends has its template', () => {
    const named = [...sources].flatMap(([file, text]) =>
      [
        ...text.matchAll(/\btemplate: '([a-z_]+(?:\.[a-z_]+)+)'(?: as const)?(?:,\s*role: '([a-z_]+)')?/g),
      ].map(([, key = '', role]) => ({ file, key, role })),
    );
    expect(named.length).toBeGreaterThan(5);
    const missing = named.filter(({ key, role }) =>
      role ? !findMailTemplate(key, role) : !mailTemplates.some(({ eventType }) => eventType === key),
    );
    expect(missing).toEqual([]);
  });

  it('every template that the documents name exists for its role', () => {
    const named = {
      customer: [
        'order.placed',
        'guest_order.confirmation',
        'back_in_stock.available',
        'auth.reset_password',
        'auth.magic_link',
        'auth.verification',
        'auth.change_email',
        'auth.delete_account',
        'auth.password_changed',
        'auth.welcome',
      ],
      vendor_member: [
        'vendor.application.submitted',
        'vendor.application.approved',
        'vendor.application.rejected',
        'back_in_stock.vendor_alert',
      ],
    };
    const missing = Object.entries(named).flatMap(([role, keys]) =>
      keys.filter((key) => !findMailTemplate(key, role)),
    );
    expect(missing).toEqual([]);
  });

  it('every variable has a value in a mail that code sends', () => {
    const empty = mailTemplates.flatMap(({ eventType, role, variables }) => {
      const text = sourcesAround(eventType);
      return variables
        .filter(
          ({ name }) => !filledByComposer.has(name) && !new RegExp(`\\b${camelCase(name)}\\b`).test(text),
        )
        .map(({ name }) => `${eventType} ${role}: ${name}`);
    });
    expect(empty).toEqual([]);
  });
});
