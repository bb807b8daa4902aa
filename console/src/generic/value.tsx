import { Anchor, Badge, Group, Image, Text, Tooltip } from '@mantine/core';
import { Link } from 'react-router';
import { type Schema, useDeclarations } from '../lib/declarations.js';
import { ago, label, money, number, time, utc } from '../lib/format.js';
import { mayCall, useSession } from '../lib/session.js';
import { HtmlFrame } from './html-frame.js';
import { address } from './match.js';

/** One value, as its schema says what it is: an amount, a time, a link, a state. */
export function Value({
  value,
  schema,
  name,
  row,
}: {
  value: unknown;
  schema: Schema;
  name: string;
  row?: Record<string, unknown>;
}) {
  const { store } = useDeclarations();
  if (value === null || value === undefined || value === '')
    return (
      <Text span size="sm" c="dimmed">
        –
      </Text>
    );
  if (schema['x-entity'] && typeof value === 'string')
    return <EntityLink entity={schema['x-entity']} id={value} />;
  if (schema['x-money'] && typeof value === 'number') {
    const currency = typeof row?.['currency'] === 'string' ? row['currency'] : store.currency;
    return (
      <Text span size="sm" style={{ whiteSpace: 'nowrap' }}>
        {money(value, currency)}
      </Text>
    );
  }
  if (schema.format === 'date-time' && typeof value === 'string') return <Time instant={value} />;
  if (typeof value === 'boolean') return <State text={value ? 'yes' : 'no'} />;
  if (typeof value === 'number')
    return (
      <Text span size="sm">
        {number(value)}
      </Text>
    );
  if (schema.enum && typeof value === 'string') return <State text={value} />;
  if (schema.contentMediaType === 'text/html' && typeof value === 'string')
    return <HtmlFrame html={value} title={label(name)} />;
  if (typeof value === 'string') return <TextValue text={value} name={name} />;
  if (Array.isArray(value)) return <List values={value} />;
  return <pre className="pre">{JSON.stringify(value, null, 2)}</pre>;
}

function TextValue({ text, name }: { text: string; name: string }) {
  if (/image|thumbnail|logo|picture/i.test(name) && /^(https?:|\/)/.test(text))
    return <Image src={text} alt="" w={40} h={40} radius="sm" fit="cover" />;
  if (/^https?:\/\//.test(text))
    return (
      <Anchor href={text} target="_blank" rel="noreferrer noopener" size="sm" className="clip">
        {text}
      </Anchor>
    );
  return (
    <Text span size="sm" className="clip" title={text.length > 60 ? text : undefined}>
      {text}
    </Text>
  );
}

function List({ values }: { values: unknown[] }) {
  if (values.length === 0)
    return (
      <Text span size="sm" c="dimmed">
        –
      </Text>
    );
  if (values.every((value) => typeof value === 'string' || typeof value === 'number'))
    return (
      <Group gap={4}>
        {values.slice(0, 6).map((value) => (
          <Badge key={String(value)} variant="light" color="gray" tt="none">
            {String(value)}
          </Badge>
        ))}
        {values.length > 6 && (
          <Text size="xs" c="dimmed">
            and {values.length - 6} more
          </Text>
        )}
      </Group>
    );
  const names = values.flatMap((value) => {
    const named = value as Record<string, unknown> | null;
    const text = named?.['title'] ?? named?.['name'] ?? named?.['displayName'];
    return typeof text === 'string' ? [text] : [];
  });
  return (
    <Text span size="sm">
      {names.length === values.length
        ? names.join(', ')
        : `${values.length} ${values.length === 1 ? 'entry' : 'entries'}`}
    </Text>
  );
}

export function Time({ instant }: { instant: string }) {
  const { store } = useDeclarations();
  return (
    <Tooltip label={`${utc(instant)} · ${ago(instant)}`} events={{ hover: true, focus: true, touch: true }}>
      <Text span size="sm" style={{ whiteSpace: 'nowrap' }} tabIndex={0}>
        {time(instant, store)}
      </Text>
    </Tooltip>
  );
}

/** An id is a link where the row it names has a page that the session may open; `text` is what names the row to people. */
export function EntityLink({ entity, id, text }: { entity: string; id: string; text?: string }) {
  const declarations = useDeclarations();
  const session = useSession();
  const read = ['admin', 'vendor']
    .flatMap((audience) => declarations.readOf(entity, audience) ?? [])
    .find((item) => mayCall(item, session));
  const to = read && address(read, { [read.params[0]?.name ?? '']: id });
  const shown = text ?? (id.length > 20 ? `…${id.slice(-8)}` : id);
  const font = text === undefined ? 'monospace' : undefined;
  if (!to)
    return (
      <Text span size="sm" ff={font} title={id}>
        {shown}
      </Text>
    );
  return (
    <Anchor
      component={Link}
      to={to}
      size="sm"
      ff={font}
      title={id}
      onClick={(event) => event.stopPropagation()}
    >
      {shown}
    </Anchor>
  );
}

const good =
  /^(paid|captured|confirmed|delivered|fulfilled|completed|ready|approved|active|published|sent|synced|available|live|refunded|yes|opened|received|enabled|on sale|in stock)$/i;
const bad =
  /^(failed|rejected|cancelled|canceled|parked|bounced|banned|expired|unclear|blocked|spam|terminated|timed_out|suppressed|complained|error|disabled|refused|redirected|gone|timeout|unreachable|out of stock)$/i;
const busy =
  /^(pending.*|processing|running|queued|waiting|due|draft|sending|requested|open|scheduled|in_transit|awaiting_.*|unpaid|authorized|held|to send|low)$/i;

/** A state with its colour; the words are those of the API. */
export function State({ text }: { text: string }) {
  const color = good.test(text) ? 'teal' : bad.test(text) ? 'red' : busy.test(text) ? 'yellow' : 'gray';
  return (
    <Badge variant="light" color={color} tt="none" fw={600} miw="max-content">
      {label(text.toLowerCase())}
    </Badge>
  );
}
