// The page of the inbox: asks for the list every two seconds and shows the message named in the address.

const REFRESH_MS = 2000;
const byId = (id) => document.getElementById(id);
const read = new Set(JSON.parse(sessionStorage.getItem('read') ?? '[]'));

let shown = null;
let view = 'html';
let lastList = '';

/** An element with text; markup from a mail is never parsed here. */
function element(tag, text, attributes = {}) {
  const node = document.createElement(tag);
  node.textContent = text;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

function person({ name, address }) {
  return name ? `${name} <${address}>` : address;
}

function timeOf(iso) {
  const date = new Date(iso);
  const today = date.toDateString() === new Date().toDateString();
  return today
    ? date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    : date.toLocaleDateString([], { day: 'numeric', month: 'short' });
}

function listItem(message) {
  const link = element('a', '', { href: `#${message.id}`, class: 'item' });
  link.classList.toggle('unread', !read.has(message.id));
  if (message.id === selectedId()) link.setAttribute('aria-current', 'true');
  link.append(
    element('span', message.to.map(person).join(', ') || '(no recipient)', { class: 'to' }),
    element('time', timeOf(message.receivedAt), { class: 'time', datetime: message.receivedAt }),
    element('span', message.subject || '(no subject)', { class: 'subject' }),
    element('span', message.excerpt, { class: 'excerpt' }),
  );
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function selectedId() {
  return location.hash.slice(1);
}

async function refreshList() {
  const response = await fetch(`/api/messages?q=${encodeURIComponent(byId('search').value)}`);
  const text = await response.text();
  const key = text + selectedId() + read.size;
  // Drawing the same list again would lose the focus and the scroll position.
  if (key === lastList) return;
  lastList = key;
  const { messages, total } = JSON.parse(text);
  byId('list').replaceChildren(...messages.map(listItem));
  byId('empty').hidden = total > 0;
  byId('count').textContent = total > 0 ? String(total) : '';
  document.title = total > 0 ? `(${total}) Inbox` : 'Inbox';
}

async function showSelected() {
  const id = selectedId();
  const response = id ? await fetch(`/api/messages/${encodeURIComponent(id)}`) : null;
  shown = response?.ok ? await response.json() : null;
  byId('message').hidden = shown === null;
  byId('nothing').hidden = shown !== null;
  if (!shown) return;
  read.add(shown.id);
  sessionStorage.setItem('read', JSON.stringify([...read]));
  view = shown.html ? 'html' : 'text';
  showHead();
  showView();
}

function showHead() {
  byId('subject').textContent = shown.subject || '(no subject)';
  const hidden = shown.recipients.filter((one) => ![...shown.to, ...shown.cc].some((p) => p.address === one));
  const rows = {
    From: shown.from ? person(shown.from) : '',
    To: shown.to.map(person).join(', '),
    Cc: shown.cc.map(person).join(', '),
    Bcc: hidden.join(', '),
    'Reply to': shown.replyTo.map(person).join(', '),
    Received: `${new Date(shown.receivedAt).toLocaleString()} by ${shown.via === 'smtp' ? 'SMTP' : 'the mail API'}`,
    Reported: shown.events.map(({ event, at }) => `${event} ${timeOf(at)}`).join(', '),
  };
  byId('people').replaceChildren(...terms(Object.entries(rows).filter(([, value]) => value)));
  byId('attachments').replaceChildren(
    ...shown.attachments.map((file, index) => {
      const item = document.createElement('li');
      const href = `/api/messages/${shown.id}/attachments/${index}`;
      item.append(
        element('a', `${file.filename} (${Math.ceil(file.size / 1024)} KB)`, { href, download: '' }),
      );
      return item;
    }),
  );
  byId('source').href = `/api/messages/${shown.id}/raw`;
}

function terms(entries) {
  return entries.flatMap(([name, value]) => [element('dt', name), element('dd', value)]);
}

function showView() {
  for (const tab of document.querySelectorAll('[role=tab]')) {
    tab.setAttribute('aria-selected', String(tab.dataset.view === view));
  }
  byId('narrow-label').hidden = view !== 'html';
  byId('view').classList.toggle('narrow', byId('narrow').checked);
  byId('view').replaceChildren(viewContent());
}

function viewContent() {
  if (view === 'text') return element('pre', shown.text ?? '(no text part)');
  if (view === 'headers') {
    const list = document.createElement('dl');
    list.append(...terms(shown.headers.map(({ name, value }) => [name, value])));
    return list;
  }
  return element('iframe', '', {
    src: `/api/messages/${shown.id}/html`,
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    title: 'The message',
  });
}

async function update() {
  try {
    await refreshList();
  } catch {
    // The sandbox is restarting; the next round finds it.
    document.title = 'Inbox (offline)';
  }
}

window.addEventListener('hashchange', () => showSelected().then(update));
byId('search').addEventListener('input', update);
byId('narrow').addEventListener('change', showView);
byId('clear').addEventListener('click', async () => {
  if (!confirm('Delete all messages?')) return;
  await fetch('/api/messages', { method: 'DELETE' });
  location.hash = '';
  await showSelected();
  await update();
});
for (const tab of document.querySelectorAll('[role=tab]')) {
  tab.addEventListener('click', () => {
    view = tab.dataset.view;
    showView();
  });
}

await showSelected();
await update();
setInterval(update, REFRESH_MS);
