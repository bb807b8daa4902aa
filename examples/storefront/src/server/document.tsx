import { createElement, type FunctionComponent, type ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { Frame } from '../views/frame.js';
import { media } from '../views/kit.js';
import { parts } from '../views/parts.js';
import type { Assets } from './assets.js';
import type { Head, PageResult, Part, Shop } from './page.js';

/** Text that a script element may hold: no end tag, no comment that swallows one. */
export function scriptText(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const Live = ({ name, props }: Part) => {
  const View = parts[name] as FunctionComponent<typeof props>;
  return (
    <>
      <div
        data-live={name}
        dangerouslySetInnerHTML={{ __html: renderToString(createElement(View, props)) }}
      />
      <script
        type="application/json"
        data-props={name}
        dangerouslySetInnerHTML={{ __html: scriptText(props) }}
      />
    </>
  );
};

const HeadElements = ({
  head,
  shop: { store, visit },
  assets,
}: {
  head: Head;
  shop: Shop;
  assets: Assets;
}) => {
  const title = head.title === store.profile.name ? head.title : `${head.title} · ${store.profile.name}`;
  const picture = head.picture ? new URL(media(head.picture), visit.settings.url).href : undefined;
  const canonical = head.canonical === undefined ? undefined : `${visit.settings.url}${head.canonical}`;
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      {head.description && <meta name="description" content={head.description} />}
      {canonical && <link rel="canonical" href={canonical} />}
      {(head.hidden || head.robots) && (
        <meta name="robots" content={head.hidden ? 'noindex' : (head.robots ?? '')} />
      )}
      {!head.hidden && (
        <>
          <meta property="og:title" content={head.title} />
          <meta property="og:site_name" content={store.profile.name} />
          {picture && <meta property="og:image" content={picture} />}
          {head.description && <meta property="og:description" content={head.description} />}
        </>
      )}
      {head.forward && <meta httpEquiv="refresh" content={`0;url=${head.forward}`} />}
      <link rel="icon" href={assets.icon} />
      {assets.fonts.map((font) => (
        <link key={font} rel="preload" as="font" type="font/woff2" crossOrigin="" href={font} />
      ))}
      <link rel="stylesheet" href={assets.style} />
      <script type="module" src={assets.script} />
      {(head.data ?? []).map((data, index) => (
        <script
          key={index}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: scriptText(data) }}
        />
      ))}
    </>
  );
};

/** The whole of a page, as it is sent. */
export function documentOf(result: PageResult, shop: Shop, assets: Assets): string {
  const live: ReactNode = result.part ? <Live {...result.part} /> : null;
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <HeadElements head={result.head} shop={shop} assets={assets} />
      </head>
      <body>
        <Frame
          store={shop.store}
          visitor={shop.visit.visitor}
          query={shop.visit.url.searchParams.get('q') ?? ''}
        >
          {result.body(live)}
        </Frame>
      </body>
    </html>,
  );
  return `<!doctype html>${html}`;
}
