/**
 * The page of the console.
 * @param {object} options
 * @param {string} options.main address of its first script
 * @param {string} options.scheme address of the script that blocks until the colours are known
 * @param {string} [options.style] address of its style sheet
 * @param {string[]} [options.needed] addresses of scripts that the first one imports: asked for at once, because a browser would
 *   find each of them only when it has read the one before
 * @param {string} [options.version] a hash of the scripts, which an open page compares with its own
 */
export function consolePage({ main, scheme, style, needed = [], version }) {
  const head = [
    ...(version ? [`<meta name="version" content="${version}" />`] : []),
    `<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%230f766e'/%3E%3Cpath d='M10 8v16M22 8v16M10 16h12' stroke='%23fff' stroke-width='3.4' stroke-linecap='round'/%3E%3C/svg%3E" />`,
    `<script src="${scheme}"></script>`,
    ...(style ? [`<link rel="stylesheet" href="${style}" />`] : []),
    `<script type="module" src="${main}"></script>`,
    ...needed.map((file) => `<link rel="modulepreload" href="${file}" />`),
  ];
  return `<!doctype html>
<html lang="en" data-mantine-color-scheme="light">
  <head>
    <meta charset="utf-8" />
    <title>Console</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    ${head.join('\n    ')}
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`;
}
