/** Runs before the style sheet, so that a dark page never flashes white. Mantine keeps the choice under the same key. */
const stored = localStorage.getItem('mantine-color-scheme-value');
const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
