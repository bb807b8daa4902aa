import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';

/** What the build has written: addresses of the files that every page loads. */
export interface Assets {
  script: string;
  style: string;
  icon: string;
  /** To be loaded before the style sheet asks for them. */
  fonts: string[];
  serve: RequestHandler;
}

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

interface File {
  body: Buffer;
  brotli: Buffer | undefined;
  type: string;
}

/** Reads the build once: a few small files, served from memory with hashes in their names. */
export function readAssets(folder: string): Assets {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Omit<
    Assets,
    'serve'
  > & {
    files: string[];
  };
  const files = new Map(
    manifest.files.map((name): [string, File] => {
      const ending = name.split('.').at(-1) ?? '';
      const brotli = ending === 'woff2' ? undefined : readFileSync(join(folder, `${name}.br`));
      return [name, { body: readFileSync(join(folder, name)), brotli, type: types[ending] ?? 'text/plain' }];
    }),
  );
  const serve: RequestHandler = (request, response) => {
    const file = files.get(request.path.slice(1));
    if (!file) return void response.status(404).type('text/plain').send('Not found');
    const small = file.brotli && /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
    response.set({
      'content-type': file.type,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    if (small) response.set('content-encoding', 'br');
    response.end(small ? file.brotli : file.body);
  };
  const { script, style, icon, fonts } = manifest;
  return { script, style, icon, fonts, serve };
}
