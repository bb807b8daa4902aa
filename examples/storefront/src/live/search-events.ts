/** By the path of a product: the text of the search that led to it. Kept in this tab, and sent without the buyer. */
type Texts = Record<string, string>;
const read = (name: string) => JSON.parse(sessionStorage.getItem(name) ?? '{}') as Texts;
const keep = (name: string, texts: Texts) => sessionStorage.setItem(name, JSON.stringify(texts));
const send = (type: 'click' | 'cart' | 'order', q: string) =>
  navigator.sendBeacon('/search-events', new URLSearchParams({ type, q }));

/** Reports what a buyer does with the products that a search has found. Nothing waits for it. */
export function countSearches({ pathname, search }: Location): void {
  if (/^\/orders\/[\da-f-]{36}$/.test(pathname))
    for (const q of new Set(Object.values(read('ordering')))) send('order', q);
  sessionStorage.removeItem('ordering');
  const q = pathname === '/search' ? new URLSearchParams(search).get('q')?.trim() : undefined;
  const product = (event: Event) =>
    (event.target as Element).closest?.<HTMLAnchorElement>('a[href^="/products/"]');
  addEventListener('click', (event) => {
    const link = q ? product(event) : null;
    if (!q || !link) return;
    keep('searched', { ...read('searched'), [link.pathname]: q });
    send('click', q);
  });
  const onSubmit = (event: SubmitEvent) => {
    const action = (event.target as Element).getAttribute('action') ?? '';
    if (action.startsWith('/checkout')) keep('ordering', read('carted'));
    const text = action === '/cart/items' ? read('searched')[pathname] : undefined;
    if (text === undefined) return;
    keep('carted', { ...read('carted'), [pathname]: text });
    send('cart', text);
  };
  addEventListener('submit', onSubmit, { capture: true });
}
