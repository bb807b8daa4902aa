import { Alert, Button, Card, Group, Stack, Text, TextInput, Title, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import type { FormEvent } from 'react';
import { Editable } from '../../generic/editable.js';
import { AddressFields, type AddressText, emptyAddress, readAddress } from '../../generic/address-fields.js';
import { ConflictList } from '../../generic/conflict-list.js';
import { textField } from '../../generic/use-draft.js';
import { useEditor } from '../../generic/use-editor.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { readPhone } from '../../lib/typed.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

type Profile = DataOf<'getVendorProfile'>;

/** What shoppers and invoices say of the shop. */
export function Page() {
  const profile = useQuery({
    queryKey: ['getVendorProfile'],
    queryFn: ({ signal }) => data('getVendorProfile', { signal }),
  });
  if (profile.isLoadingError) return <ErrorView error={profile.error} retry={() => void profile.refetch()} />;
  if (profile.isPending) return <PageLoader />;
  return <ProfileForm profile={profile.data} />;
}

function addressText({ address }: Profile): AddressText {
  if (!address) return emptyAddress;
  const { name, phone, line1, line2, city, stateCode, postalCode } = address;
  return { name, phone, line1, line2: line2 ?? '', city, stateCode, postalCode };
}

const draftOf = (profile: Profile) => ({
  displayName: profile.displayName,
  legalName: profile.legalName ?? '',
  gstin: profile.gstin ?? '',
  gstScheme: profile.gstScheme as string,
  enrolmentNumber: profile.enrolmentNumber ?? '',
  supportEmail: profile.supportEmail ?? '',
  supportPhone: profile.supportPhone ?? '',
  address: addressText(profile),
});

function ProfileForm({ profile }: { profile: Profile }) {
  const session = useSession();
  const patch = useDeclarations().get('patchVendorProfile');
  const mayChange = mayCall(patch, session);
  const { form, save, changedOf, busy, error, fields, conflicts } = useEditor({
    row: profile,
    draftOf: (row) => draftOf(row ?? profile),
    read: () => data('getVendorProfile'),
    known: [
      'displayName',
      'legalName',
      'gstin',
      'gstScheme',
      'enrolmentNumber',
      'supportEmail',
      'supportPhone',
      'address',
    ],
  });
  const { address, ...text } = form.draft;
  const nullable = (value: string) => (value.trim() === '' ? null : value.trim());

  function submit(event: FormEvent): void {
    event.preventDefault();
    const hasAddress = Object.values(address).some((value) => value !== '');
    const body = {
      displayName: text.displayName,
      legalName: nullable(text.legalName),
      gstin: nullable(text.gstin.toUpperCase()),
      gstScheme: text.gstScheme as Profile['gstScheme'],
      enrolmentNumber: nullable(text.enrolmentNumber.toUpperCase()),
      supportEmail: nullable(text.supportEmail),
      supportPhone: text.supportPhone.trim() === '' ? null : readPhone(text.supportPhone),
      address: hasAddress ? readAddress(address, text.supportPhone) : null,
    };
    void save(
      (edit) => data('patchVendorProfile', { body: changedOf(body), ...edit }),
      'The profile is saved',
    );
  }
  const field = (name: keyof typeof text) => textField(form, fields, name);
  return (
    <Stack gap="md" maw={760}>
      <Title order={1}>Profile</Title>
      {!mayChange && <Alert color="gray">Owners and admins of the shop can change the profile.</Alert>}
      <form onSubmit={submit} noValidate>
        <Editable may={mayChange}>
          <Stack>
            <Card withBorder padding="lg">
              <Stack>
                <Title order={2}>For shoppers</Title>
                <TextInput label="Name of the shop" required {...field('displayName')} />
                <TextInput label="E-mail address for questions" type="email" {...field('supportEmail')} />
                <TextInput
                  label="Phone for questions"
                  type="tel"
                  placeholder="98200 12345"
                  {...field('supportPhone')}
                />
              </Stack>
            </Card>
            <Card withBorder padding="lg">
              <Stack>
                <Title order={2}>For invoices and tax</Title>
                <TextInput label="Legal name" {...field('legalName')} />
                <TextInput
                  label="GSTIN"
                  description="15 characters; without it invoices charge no GST"
                  {...field('gstin')}
                />
                {text.gstin.trim() === '' ? (
                  <TextInput
                    label="Enrolment number"
                    description="Of the GST portal, for sellers without a GSTIN. Without one of both nothing is on sale; with it buyers of your state alone are sold to"
                    {...field('enrolmentNumber')}
                  />
                ) : (
                  <NativeSelect
                    label="Scheme"
                    description="Under the composition scheme no GST is charged, and buyers of your state alone are sold to"
                    data={[
                      { value: 'regular', label: 'Regular' },
                      { value: 'composition', label: 'Composition' },
                    ]}
                    {...field('gstScheme')}
                  />
                )}
                <AddressFields
                  value={address}
                  onChange={(next) => form.set({ address: next })}
                  errors={fields}
                  path="address"
                />
                <Text size="sm" c="dimmed">
                  Commission of the marketplace: {profile.commissionBps / 100} %
                </Text>
              </Stack>
            </Card>
            <ConflictList {...conflicts} />
            {error !== null && <ErrorView error={error} />}
            {mayChange && (
              <Group justify="flex-end">
                <Button type="submit" loading={busy} disabled={!form.dirty}>
                  Save
                </Button>
              </Group>
            )}
          </Stack>
        </Editable>
      </form>
    </Stack>
  );
}
