import type { Cart, Problem } from '../server/visit.js';
import { Field } from './kit.js';

type Address = NonNullable<Cart['shippingAddress']>;

/** States and union territories by their GST code: it decides which taxes are charged. */
const states =
  '01 Jammu and Kashmir|02 Himachal Pradesh|03 Punjab|04 Chandigarh|05 Uttarakhand|06 Haryana|07 Delhi|08 Rajasthan|09 Uttar Pradesh|10 Bihar|11 Sikkim|12 Arunachal Pradesh|13 Nagaland|14 Manipur|15 Mizoram|16 Tripura|17 Meghalaya|18 Assam|19 West Bengal|20 Jharkhand|21 Odisha|22 Chhattisgarh|23 Madhya Pradesh|24 Gujarat|26 Dadra and Nagar Haveli and Daman and Diu|27 Maharashtra|29 Karnataka|30 Goa|31 Lakshadweep|32 Kerala|33 Tamil Nadu|34 Puducherry|35 Andaman and Nicobar Islands|36 Telangana|37 Andhra Pradesh|38 Ladakh'
    .split('|')
    .map((entry) => ({ value: entry.slice(0, 2), label: entry.slice(3) }))
    .sort((left, right) => (left.label < right.label ? -1 : 1));

export const stateName = (code: string) => states.find(({ value }) => value === code)?.label ?? code;

interface AddressFieldsProps {
  address: Partial<Record<keyof Address, string | null>>;
  problem: Problem | null;
}

export function AddressFields({ address, problem }: AddressFieldsProps) {
  const given = (name: keyof Address) => ({
    name,
    value: address[name] ?? null,
    error: problem?.fields[name],
  });
  return (
    <>
      <Field {...given('name')} label="Name" required autoComplete="name" maxLength={100} />
      <Field
        {...given('phone')}
        label="Phone"
        required
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="For the courier, as in +91 98450 12345"
        maxLength={20}
      />
      <Field
        {...given('line1')}
        label="House and street"
        required
        autoComplete="address-line1"
        maxLength={200}
      />
      <Field {...given('line2')} label="Area or landmark" autoComplete="address-line2" maxLength={200} />
      <div className="fields-row">
        <Field
          {...given('postalCode')}
          label="PIN code"
          required
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={10}
        />
        <Field {...given('city')} label="City" required autoComplete="address-level2" maxLength={100} />
      </div>
      <Field {...given('stateCode')} label="State" required options={states} autoComplete="address-level1" />
      <Field {...given('gstin')} label="GSTIN" hint="If you buy for a business" maxLength={15} />
    </>
  );
}

export const AddressText = ({ address }: { address: Address }) => (
  <address>
    {address.name}
    <br />
    {address.line1}
    {address.line2 && `, ${address.line2}`}
    <br />
    {address.postalCode} {address.city}, {stateName(address.stateCode)}
    <br />
    {address.phone}
  </address>
);
