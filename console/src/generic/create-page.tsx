import { Card, Stack, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from 'react-router';
import { type FeatureShapes, type OperationEntry, useDeclarations } from '../lib/declarations.js';
import { listTitle } from '../shell/menu.js';
import { useRefreshAll } from './act-button.js';
import { BackLink } from './back-link.js';
import type { Row } from './list-page.js';
import { address, rowParams } from './match.js';
import { OperationForm } from './operation-form.js';

export function CreatePage({
  list,
  create,
  params,
  shapes,
}: {
  list: OperationEntry;
  create: OperationEntry;
  params: Record<string, string>;
  shapes: FeatureShapes;
}) {
  const navigate = useNavigate();
  const refresh = useRefreshAll();
  const declarations = useDeclarations();
  const listAddress = address(list, params) ?? '/';
  return (
    <Stack maw={760}>
      <BackLink to={listAddress} text={listTitle(list)} />
      <Title order={1}>{create.summary}</Title>
      <Card withBorder padding="lg">
        <OperationForm
          operation={create}
          path={params}
          shapes={shapes}
          submitLabel="Create"
          onCancel={() => void navigate(listAddress)}
          onDone={({ data }) => {
            void refresh();
            notifications.show({ color: 'teal', message: 'Created' });
            const read = declarations.get(list.read);
            void navigate(
              (read && address(read, rowParams(read, data as Row, list.entity, params))) ?? listAddress,
            );
          }}
        />
      </Card>
    </Stack>
  );
}
