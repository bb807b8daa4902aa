import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { moneyText, readMoney, readWeight } from '../lib/typed.js';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: number | null;
  onChange: (value: number | null) => void;
}

/** An amount as people type it, `1,999.50`; held in subunits. */
export function MoneyInput(props: Props) {
  return (
    <TypedInput {...props} read={readMoney} write={moneyText} rule="is not an amount" inputMode="decimal" />
  );
}

/** A weight as people type it, `1.2 kg` or `850`; held in grams. */
export function WeightInput(props: Props) {
  return (
    <TypedInput
      {...props}
      read={readWeight}
      write={(grams) => (grams === null ? '' : `${grams} g`)}
      rule="is not a weight"
    />
  );
}

function TypedInput({
  value,
  onChange,
  read,
  write,
  rule,
  error,
  ...rest
}: Props & {
  read: (text: string) => number | undefined;
  write: (value: number | null) => string;
  rule: string;
}) {
  const [text, setText] = useState(write(value));
  // The value was changed elsewhere: by a merge, or for all variants at once.
  useEffect(() => {
    setText((before) => (read(before) === (value ?? undefined) ? before : write(value)));
  }, [value]);
  const broken = text.trim() !== '' && read(text) === undefined;
  return (
    <TextInput
      {...rest}
      value={text}
      error={error ?? (broken ? `"${text.trim()}" ${rule}` : undefined)}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        const amount = next.trim() === '' ? null : read(next);
        if (amount !== undefined) onChange(amount);
      }}
      onBlur={() => !broken && setText(write(value))}
    />
  );
}
