import { TextInput } from '@mantine/core';
import { useDeclarations } from '../lib/declarations.js';
import { minuteOf, startOfDay } from '../lib/format.js';

interface Props {
  label: string;
  value: string | null;
  onChange: (instant: string | null) => void;
  error?: string;
}

/** An instant, typed in the zone of the store, wherever the browser is. */
export function StoreTimeInput({ label, value, onChange, error }: Props) {
  const { store } = useDeclarations();
  return (
    <TextInput
      type="datetime-local"
      label={label}
      description={`Time of ${store.timeZone}`}
      value={value === null ? '' : minuteOf(value, store).replace(' ', 'T')}
      onChange={(event) => onChange(readStoreTime(event.currentTarget.value, store))}
      error={error}
    />
  );
}

/** `2026-11-24T09:30` in the zone of the store as an instant; null where it is empty. */
export function readStoreTime(text: string, store: { timeZone: string }): string | null {
  const [day = '', clock = ''] = text.split('T');
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || clock === '') return null;
  return new Date(Date.parse(startOfDay(day, store)) + (hours * 60 + minutes) * 60_000).toISOString();
}
