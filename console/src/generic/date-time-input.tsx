import { TextInput, type TextInputProps } from '@mantine/core';
import { useDeclarations } from '../lib/declarations.js';
import { instantOf, minuteOf } from '../lib/format.js';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** An instant. */
  value: string | null;
  onChange: (instant: string | null) => void;
}

/** A day and time of the store, as everything else on the pages is. */
export function DateTimeInput({ value, onChange, description, ...input }: Props) {
  const { store } = useDeclarations();
  return (
    <TextInput
      {...input}
      type="datetime-local"
      description={
        <>
          {description ? <>{description}. </> : null}Time of the store, {store.timeZone}
        </>
      }
      value={value === null ? '' : minuteOf(value, store).replace(' ', 'T')}
      onChange={(event) => onChange(instantOf(event.currentTarget.value, store) ?? null)}
    />
  );
}
