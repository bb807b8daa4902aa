import { Button, Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import type { BodyOf } from 'haat-client';
import { type FormEvent, useState } from 'react';
import { AddressFields, type AddressText, emptyAddress, readAddress } from '../../generic/address-fields.js';
import { useAct } from '../../generic/use-act.js';
import { call } from '../../lib/api.js';
import { readPhone } from '../../lib/typed.js';
import { useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';

/** What the marketplace needs to know of a new shop. */
export function ApplicationForm({ onDone }: { onDone: () => void }) {
  const { me } = useSession();
  const [text, setText] = useState({ displayName: '', legalName: '', gstin: '', phone: '', message: '' });
  const [withAddress, setWithAddress] = useState(true);
  const [address, setAddress] = useState<AddressText>({ ...emptyAddress, name: me.user.name ?? '' });
  const { act, busy, error, fields } = useAct([
    'displayName',
    'legalName',
    'gstin',
    'contactPhone',
    'message',
    'address',
  ]);
  const set = (name: keyof typeof text) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setText((before) => ({ ...before, [name]: value }));
  };
  function submit(event: FormEvent): void {
    event.preventDefault();
    const body: BodyOf<'postStoreVendorApplications'> = {
      displayName: text.displayName,
      legalName: text.legalName,
      gstin: text.gstin.trim() === '' ? null : text.gstin.trim().toUpperCase(),
      contactPhone: text.phone.trim() === '' ? null : readPhone(text.phone),
      message: text.message.trim() === '' ? null : text.message,
      address: withAddress ? readAddress(address, text.phone) : null,
    };
    void act(() => call('postStoreVendorApplications', { body }), onDone);
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Name of the shop"
          description="What shoppers see"
          name="displayName"
          required
          value={text.displayName}
          onChange={set('displayName')}
          error={fields['displayName']}
        />
        <TextInput
          label="Legal name"
          description="As on invoices: your own name, or that of the company"
          name="legalName"
          required
          value={text.legalName}
          onChange={set('legalName')}
          error={fields['legalName']}
        />
        <TextInput
          label="GSTIN"
          description="15 characters. Leave it empty if you have none"
          name="gstin"
          value={text.gstin}
          onChange={set('gstin')}
          error={fields['gstin']}
        />
        <TextInput
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          placeholder="98200 12345"
          value={text.phone}
          onChange={set('phone')}
          error={fields['contactPhone']}
        />
        <Checkbox
          label="Add the address that parcels leave from"
          checked={withAddress}
          onChange={(event) => setWithAddress(event.currentTarget.checked)}
        />
        {withAddress && (
          <AddressFields
            value={address}
            onChange={setAddress}
            errors={fields}
            path="address"
            withPhone={false}
          />
        )}
        <Textarea
          label="What do you sell?"
          name="message"
          autosize
          minRows={3}
          value={text.message}
          onChange={set('message')}
          error={fields['message']}
        />
        {error !== null && <ErrorView error={error} />}
        <Button type="submit" loading={busy} style={{ alignSelf: 'flex-end' }}>
          Send the application
        </Button>
      </Stack>
    </form>
  );
}
