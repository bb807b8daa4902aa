/** As long as it takes until somebody who types pauses. */
const PAUSE_MS = 150;

interface Suggestions {
  suggestions: string[];
  products: { slug: string; title: string }[];
}

/**
 * What the search box suggests while one types: a list that arrow keys walk through (the combobox pattern of ARIA). React
 * would be most of what a page without a living part loads.
 */
export function suggest(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input[name="q"]');
  if (!input) return;
  const list = document.createElement('ul');
  list.id = 'suggestions';
  list.className = 'suggestions';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Suggestions');
  list.hidden = true;
  form.append(list);
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  }))
    input.setAttribute(name, value);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: AbortController | undefined;
  let chosen = -1;

  const close = () => {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
    chosen = -1;
  };
  const show = ({ suggestions, products }: Suggestions) => {
    const rows = [
      ...suggestions.slice(0, 5).map((text) => ({ text, href: `/search?q=${encodeURIComponent(text)}` })),
      ...products.slice(0, 4).map(({ title, slug }) => ({ text: title, href: `/products/${slug}` })),
    ].filter(({ text }, index, all) => all.findIndex((other) => other.text === text) === index);
    list.replaceChildren(
      ...rows.map(({ text, href }, index) => {
        const item = document.createElement('li');
        item.id = `suggestion-${index}`;
        item.setAttribute('role', 'option');
        item.setAttribute('aria-selected', 'false');
        item.dataset['href'] = href;
        item.textContent = text;
        return item;
      }),
    );
    chosen = -1;
    list.hidden = rows.length === 0;
    input.setAttribute('aria-expanded', String(rows.length > 0));
  };
  const move = (by: number) => {
    const items = [...list.children];
    if (list.hidden || items.length === 0) return;
    chosen = (chosen + by + items.length + (chosen < 0 && by < 0 ? 1 : 0)) % items.length;
    items.forEach((item, index) => item.setAttribute('aria-selected', String(index === chosen)));
    input.setAttribute('aria-activedescendant', `suggestion-${chosen}`);
  };

  input.addEventListener('input', () => {
    clearTimeout(timer);
    current?.abort();
    const q = input.value.trim();
    if (q.length < 2) return close();
    timer = setTimeout(() => {
      current = new AbortController();
      fetch(`/suggestions?q=${encodeURIComponent(q)}`, { signal: current.signal })
        .then(async (response) =>
          response.ok ? show(((await response.json()) as { data: Suggestions }).data) : close(),
        )
        .catch(() => undefined);
    }, PAUSE_MS);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && chosen >= 0) {
      event.preventDefault();
      location.assign((list.children[chosen] as HTMLElement).dataset['href'] ?? '/');
    }
  });
  list.addEventListener('mousedown', (event) => {
    const item = (event.target as Element).closest<HTMLElement>('li');
    if (item) location.assign(item.dataset['href'] ?? '/');
  });
  input.addEventListener('blur', close);
}
