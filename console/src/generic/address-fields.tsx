import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { readPhone } from '../lib/typed.js';
import { states } from './states.js';

/** An address as it is typed. */
export interface AddressText {
  name: string;
  phone: string;
  line1: string;
  line2: string;
  city: string;
  stateCode: string;
  postalCode: string;
}

export const emptyAddress: AddressText = {
  name: '',
  phone: '',
  line1: '',
  line2: '',
  city: '',
  stateCode: '',
  postalCode: '',
};

/** As the API takes it. */
export function readAddress(text: AddressText, phone = text.phone) {
  const { line2, ...rest } = text;
  return {
    ...rest,
    phone: readPhone(text.phone || phone),
    line2: line2.trim() === '' ? null : line2,
    postalCode: text.postalCode.replace(/\s/g, ''),
    country: 'IN',
  };
}

interface Props {
  value: AddressText;
  onChange: (value: AddressText) => void;
  errors: Record<string, string>;
  /** Where it stands in the body. */
  path: string;
  withPhone?: boolean;
}

/** The fields of an Indian address. */
export function AddressFields({ value, onChange, errors, path, withPhone = true }: Props) {
  const field = (name: keyof AddressText) => ({
    name: `${path}.${name}`,
    'data-field': `${path}.${name}`,
    value: value[name],
    error: errors[`${path}.${name}`],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...value, [name]: event.currentTarget.value }),
  });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput label="Name on the address" {...field('name')} />
      {withPhone && (
        <TextInput label="Phone of the address" type="tel" placeholder="98200 12345" {...field('phone')} />
      )}
      <TextInput label="Street and house" {...field('line1')} />
      <TextInput label="Area, landmark" {...field('line2')} />
      <TextInput label="City" {...field('city')} />
      <TextInput label="PIN code" inputMode="numeric" {...field('postalCode')} />
      <Select
        label="State"
        searchable
        data={states}
        value={value.stateCode === '' ? null : value.stateCode}
        error={errors[`${path}.stateCode`]}
        data-field={`${path}.stateCode`}
        onChange={(next) => onChange({ ...value, stateCode: next ?? '' })}
      />
    </SimpleGrid>
  );
}
