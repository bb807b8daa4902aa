import type { ReactNode } from 'react';
import type { Problem } from '../server/visit.js';

/** Address of a picture: the API gives storage keys, which the shop relays, or whole URLs. */
export function media(key: string): string {
  return /^https?:/.test(key) ? key : `/${key.replace(/^\//, '')}`;
}

const formats = new Map<string, unknown>();

/** To make a format costs more than to write a hundred values with it. */
function formatOf<T>(key: string, make: () => T): T {
  if (!formats.has(key)) formats.set(key, make());
  return formats.get(key) as T;
}

/** Subunits as a buyer reads them: `₹1,299`, `₹1,299.50`. */
export function money(subunits: number, currency: string): string {
  const digits = subunits % 100 === 0 ? 0 : 2;
  return formatOf(
    `${currency}${digits}`,
    () =>
      new Intl.NumberFormat('en-IN', {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  ).format(subunits / 100);
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A day, `21 November 2026`, or with its time; the same on both sides, so in the zone of the store. */
export function day(iso: string, timeZone: string, withTime = false): string {
  const format = formatOf(
    timeZone,
    () =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone,
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
      }),
  );
  const parts = format.formatToParts(new Date(iso));
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const date = `${Number(of('day'))} ${months[Number(of('month')) - 1]} ${of('year')}`;
  return withTime ? `${date}, ${of('hour')}:${of('minute')}` : date;
}

/** A picture in a frame of fixed proportions, so that nothing moves when it loads. */
export function Picture({
  src,
  alt,
  size = 600,
  eager = false,
}: {
  src: string | null;
  alt: string;
  size?: number;
  eager?: boolean;
}) {
  if (!src) return <span className="picture picture-empty" aria-hidden="true" />;
  return (
    <span className="picture">
      <img
        src={media(src)}
        alt={alt}
        width={size}
        height={size}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        {...(eager && { fetchPriority: 'high' })}
      />
    </span>
  );
}

export function Stars({ average, count }: { average: number; count: number }) {
  if (count === 0) return null;
  const full = Math.round(average);
  return (
    <span className="stars">
      <span aria-hidden="true" className="stars-row">
        {'★'.repeat(full)}
        <span className="stars-off">{'★'.repeat(5 - full)}</span>
      </span>
      <span>
        <span className="unseen">Rated </span>
        {average.toFixed(1)}
        <span className="unseen"> of 5</span> <span className="quiet">({count})</span>
      </span>
    </span>
  );
}

export function Price({ now, was, currency }: { now: number; was?: number | null; currency: string }) {
  const less = was !== null && was !== undefined && was > now;
  return (
    <span className="price">
      <strong className={less ? 'sale' : undefined}>
        {less && <span className="unseen">Now </span>}
        {money(now, currency)}
      </strong>
      {less && (
        <s>
          <span className="unseen">before </span>
          {money(was, currency)}
        </s>
      )}
    </span>
  );
}

export function Notice({ tone = 'info', children }: { tone?: 'info' | 'bad' | 'good'; children: ReactNode }) {
  return (
    <p className={`notice notice-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </p>
  );
}

export const ProblemNotice = ({ problem }: { problem: Problem | null }) =>
  problem ? <Notice tone="bad">{problem.message}</Notice> : null;

export interface FieldProps {
  name: string;
  label: string;
  value?: string | null;
  error?: string | undefined;
  hint?: string;
  type?: string;
  required?: boolean;
  autoComplete?: string;
  inputMode?: 'numeric' | 'tel' | 'email' | 'decimal';
  maxLength?: number;
  options?: { value: string; label: string }[];
  rows?: number;
}

/** A field with its label, and below it what is wrong with it. */
export function Field({
  name,
  label,
  value,
  error,
  hint,
  options,
  rows,
  required = false,
  ...rest
}: FieldProps) {
  const id = `field-${name}`;
  const about = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  const given = {
    id,
    name,
    required,
    defaultValue: value ?? '',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': about,
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {!required && <span className="quiet"> (optional)</span>}
      </label>
      {options ? (
        <select {...given} autoComplete={rest.autoComplete}>
          <option value="">Choose…</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : rows ? (
        <textarea {...given} rows={rows} maxLength={rest.maxLength ?? 2_000} />
      ) : (
        <input {...given} {...rest} type={rest.type ?? 'text'} />
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {!error && hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

export function Crumbs({ trail }: { trail: { title: string; href?: string }[] }) {
  return (
    <nav aria-label="Breadcrumbs" className="crumbs">
      <ol>
        {[{ title: 'Home', href: '/' }, ...trail].map(({ title, href }) => (
          <li key={title}>{href ? <a href={href}>{title}</a> : <span aria-current="page">{title}</span>}</li>
        ))}
      </ol>
    </nav>
  );
}

/** Lines of strokes on a grid of 24. */
const icons = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM20 20l-4-4',
  bag: 'M6 8h12l1 12H5L6 8ZM9 8V7a3 3 0 0 1 6 0v1',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM5 20c.8-3.6 3.500-5 7-5s6.200 1.400 7 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  truck:
    'M3 7h11v9H3V7ZM14 10h4l3 3v3h-7v-6ZM7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  gift: 'M4 12v8h16v-8M3 8h18v4H3V8ZM12 8v12M12 8S9 8 8 6.500 9 3.500 10.500 4.500 12 8 12 8ZM12 8s3 0 4-1.500-1-3-2.500-2S12 8 12 8Z',
  heart: 'M12 20S4 15 4 9.200A4.200 4.200 0 0 1 12 7.500a4.200 4.200 0 0 1 8 1.700C20 15 12 20 12 20Z',
  check: 'M5 12.500 10 17l9-10',
  paper: 'M7 3h7l4 4v14H7V3ZM14 3v4h4M10 12h5M10 16h5',
} as const;

export const Icon = ({ name }: { name: keyof typeof icons }) => (
  <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <path d={icons[name]} />
  </svg>
);

/** HTML of the API, which has cleaned it: vendors and editors write it. */
export const Html = ({ html }: { html: string }) => (
  <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
);

/** A form of one button. */
export function Act({
  action,
  children,
  quiet = false,
  ...fields
}: { action: string; children: ReactNode; quiet?: boolean } & Record<string, ReactNode>) {
  return (
    <form method="post" action={action}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      <button className={quiet ? 'link' : 'button'}>{children}</button>
    </form>
  );
}
