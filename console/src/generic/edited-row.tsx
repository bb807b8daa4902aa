import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorView } from '../shell/error-view.js';
import { PageLoader } from '../shell/page-loader.js';

/** Reads a row of a list before a dialog edits it: the form begins with what is stored, and knows its tag. */
export function EditedRow<Row extends object>({
  name,
  read,
  title,
  close,
  children,
}: {
  /** Names what is read. */
  name: readonly unknown[];
  read: () => Promise<Row>;
  title: string;
  close: () => void;
  children: (row: Row, read: () => Promise<Row>) => ReactNode;
}) {
  const row = useQuery({
    queryKey: ['edited', ...name],
    queryFn: read,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (row.data !== undefined && row.isFetchedAfterMount) return children(row.data, read);
  return (
    <Modal opened onClose={close} title={title}>
      {row.error ? <ErrorView error={row.error} retry={() => void row.refetch()} /> : <PageLoader />}
    </Modal>
  );
}
