import { Stack } from '@mantine/core';
import { useParams } from 'react-router';
import { Page as GenericPage } from '../../generic/generic-page.js';
import { Slots } from '../../generic/slots.js';
import { NotesPanel } from '../notes/notes-panel.js';

/** A vendor, as its declaration shows it, with the notes of operators and what plugins add. */
export function Page() {
  const { vendorId = '' } = useParams();
  return (
    <Stack gap="md">
      <GenericPage />
      <NotesPanel entity="vendor" id={vendorId} />
      <Slots on="vendor" id={vendorId} />
    </Stack>
  );
}
