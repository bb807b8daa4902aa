import type { PartName } from '../views/parts.js';

interface PartResponse {
  part?: { name: PartName; props: object } | null;
  to?: string | null;
  title?: string;
  cartCount: number;
}

const PART = 'application/vnd.shop.part+json';

/** Each kind of part in its own file. */
const views = {
  listing: async () => (await import('../views/listing.js')).Listing,
  product: async () => (await import('../views/product.js')).ProductBuy,
  cart: async () => (await import('../views/cart.js')).CartView,
  checkout: async () => (await import('../views/checkout.js')).CheckoutView,
  order: async () => (await import('../views/order.js')).OrderView,
} satisfies Record<PartName, () => Promise<unknown>>;

/**
 * Brings a part to life: React takes over what the server has rendered, and its forms and links fetch new props instead of
 * a new page. Whatever fails falls back to what the browser does by itself.
 */
export async function liveParts(element: HTMLElement): Promise<void> {
  const name = element.dataset['live'] as PartName;
  const data = document.querySelector(`script[data-props="${name}"]`)?.textContent;
  if (!data || !(name in views)) return;
  const [View, { createElement, hydrateRoot }] = await Promise.all([
    views[name]() as Promise<React.FunctionComponent<object>>,
    import('./react.js'),
  ]);
  const root = hydrateRoot(element, createElement(View, JSON.parse(data) as object));
  let latest: AbortController | undefined;

  async function load(url: string, init: RequestInit = {}, keeps = false): Promise<void> {
    latest?.abort();
    const mine = (latest = new AbortController());
    element.setAttribute('aria-busy', 'true');
    try {
      const response = await fetch(url, { ...init, headers: { accept: PART }, signal: mine.signal });
      const reply = (await response.json()) as PartResponse;
      showCount(reply.cartCount);
      if (reply.part?.name === name) root.render(createElement(View, reply.part.props));
      else if (reply.to) {
        const target = new URL(reply.to, location.href);
        if (init.method === 'POST' && target.pathname === location.pathname) return await load(target.href);
        location.assign(target);
      }
      if (keeps) history.pushState(null, '', url);
      if (init.method === 'POST')
        element
          .querySelector<HTMLElement>('[role="alert"], [data-outcome]')
          ?.scrollIntoView({ block: 'center' });
    } catch (error) {
      if (!mine.signal.aborted) throw error;
    } finally {
      if (latest === mine) element.removeAttribute('aria-busy');
    }
  }

  element.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const action = form.getAttribute('action') ?? '';
    if (action.endsWith('.pdf')) return;
    event.preventDefault();
    const fields = new URLSearchParams();
    for (const [field, value] of new FormData(form, event.submitter))
      if (typeof value === 'string') fields.append(field, value);
    if (form.method === 'post') {
      // One submission counts once: where its response is lost, it is sent again by the browser itself.
      if (!fields.has('formKey')) fields.set('formKey', keyOfSubmission());
      void load(action, { method: 'POST', body: fields }).catch(() => submitAgain(form, fields));
    } else {
      for (const [field, value] of [...fields]) if (value === '') fields.delete(field);
      const query = fields.toString();
      void load(query === '' ? action : `${action}?${query}`, {}, true).catch(() => form.submit());
    }
  });
  element.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-live-link]');
    const isElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey;
    if (!link || event.defaultPrevented || isElsewhere) return;
    event.preventDefault();
    void load(link.pathname + link.search, {}, true).then(
      () => element.scrollIntoView(),
      () => location.assign(link.href),
    );
  });
  element.addEventListener('change', (event) => {
    const field = event.target as HTMLInputElement;
    if (field.name) field.closest<HTMLFormElement>('form[data-submit-on-change]')?.requestSubmit();
  });
  element.addEventListener(
    'shop:refresh',
    () => void load(location.pathname + location.search).catch(() => undefined),
  );
  addEventListener(
    'popstate',
    () => void load(location.pathname + location.search).catch(() => location.reload()),
  );
}

/** Also where the page is not served over TLS, and browsers have no `randomUUID`. */
const keyOfSubmission = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

function submitAgain(form: HTMLFormElement, fields: URLSearchParams): void {
  const field =
    form.querySelector<HTMLInputElement>('input[name="formKey"]') ?? document.createElement('input');
  Object.assign(field, { type: 'hidden', name: 'formKey', value: fields.get('formKey') ?? '' });
  form.append(field);
  form.submit();
}

function showCount(count: number): void {
  const badge = document.querySelector<HTMLElement>('[data-cart-count]');
  if (!badge) return;
  badge.textContent = String(count);
  badge.hidden = count === 0;
}
