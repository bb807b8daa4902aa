import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { Router } from 'express';
import { compressed } from '#api/kernel/middleware/compress.js';
import { openApiDocument } from '#api/kernel/openapi.js';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Haat API reference</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="stylesheet" href="/docs/assets/swagger-ui.css" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'none',
  filter: true, showExtensions: true, tryItOutEnabled: true, persistAuthorization: true, validatorUrl: null });
`;

/** `/openapi.json`, and a reference to read and try it at `/docs`, served from the package so that it works offline. */
export function referencePage(): Router {
  const router = Router();
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  let document: string | undefined;
  router.get('/openapi.json', compressed, (_request, response) => {
    document ??= JSON.stringify(openApiDocument());
    response.type('application/json').send(document);
  });
  router.get('/docs', (_request, response) => {
    response
      .setHeader(
        'Content-Security-Policy',
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
          "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      )
      .type('text/html')
      .send(page);
  });
  router.get('/docs/start.js', (_request, response) => {
    response.type('text/javascript').send(start);
  });
  router.use('/docs/assets', express.static(assets, { index: false, maxAge: '1d' }));
  return router;
}
