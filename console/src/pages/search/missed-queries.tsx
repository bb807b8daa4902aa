import { Anchor, Button, Grid, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { useState } from 'react';
import { Link } from 'react-router';
import { Panel } from '../../generic/panel.js';
import { RowPicker } from '../../generic/row-picker.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { number } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { ShapeLink } from './shape-link.js';
import { SynonymDialog } from './synonym-dialog.js';
import { type Asked, Why } from './why.js';

type Missed = DataOf<'getAdminSearchMissedQueries'>[number];
type Kind = 'zero-results' | 'low-clicks';

const SHOWN = 20;

const panels: { kind: Kind; title: string; empty: string; says: (row: Missed) => string }[] = [
  {
    kind: 'zero-results',
    title: 'Found nothing',
    empty: 'Every search of the last 30 days found something.',
    says: ({ searches, zeroResults }) => `${number(zeroResults)} of ${number(searches)} searches`,
  },
  {
    kind: 'low-clicks',
    title: 'Found, and rarely opened',
    empty: 'No search of ten times or more is opened rarely, or no storefront counts what buyers open.',
    says: ({ searches, clicks }) => `${number(clicks)} opened in ${number(searches)} searches`,
  },
];

/** What buyers searched for in vain: a synonym may help the next one. */
export function MissedQueries() {
  const [synonymOf, setSynonymOf] = useState<string | null>(null);
  const [whyOf, setWhyOf] = useState<string | null>(null);
  return (
    <>
      <Grid gap="md">
        {panels.map((panel) => (
          <Grid.Col key={panel.kind} span={{ base: 12, lg: 6 }}>
            <MissedPanel {...panel} addSynonym={setSynonymOf} explain={setWhyOf} />
          </Grid.Col>
        ))}
      </Grid>
      {synonymOf !== null && <SynonymDialog query={synonymOf} close={() => setSynonymOf(null)} />}
      {whyOf !== null && <WhyProduct q={whyOf} close={() => setWhyOf(null)} />}
    </>
  );
}

function MissedPanel({
  kind,
  title,
  empty,
  says,
  addSynonym,
  explain,
}: (typeof panels)[number] & { addSynonym(q: string): void; explain(q: string): void }) {
  const mayAdd = mayCall(useDeclarations().get('postAdminSearchSynonyms'), useSession());
  const queries = useQuery({
    queryKey: ['getAdminSearchMissedQueries', kind],
    queryFn: ({ signal }) => data('getAdminSearchMissedQueries', { query: { kind, limit: SHOWN }, signal }),
  });
  const rows = queries.data ?? [];
  return (
    <Panel title={title} flush={rows.length > 0}>
      {queries.error && <ErrorView error={queries.error} retry={() => void queries.refetch()} />}
      {queries.isPending && <PageLoader />}
      {queries.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      {rows.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label={title}>
          <Table className="table" horizontalSpacing="md">
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.query}>
                  <Table.Td>
                    <Group gap={4} justify="space-between">
                      <div>
                        <Anchor
                          component={Link}
                          to={`/search?q=${encodeURIComponent(row.query)}`}
                          size="sm"
                          className="clip"
                        >
                          {row.query}
                        </Anchor>
                        <Text size="xs" c="dimmed" className="nowrap">
                          {says(row)}
                        </Text>
                      </div>
                      <Group gap={4} wrap="nowrap">
                        {mayAdd && (
                          <Button
                            size="compact-xs"
                            variant="subtle"
                            aria-label={`Add a synonym of ${row.query}`}
                            onClick={() => addSynonym(row.query)}
                          >
                            Add a synonym
                          </Button>
                        )}
                        <ShapeLink query={row.query} />
                        <Button
                          size="compact-xs"
                          variant="subtle"
                          aria-label={`Why a product is not found by ${row.query}`}
                          onClick={() => explain(row.query)}
                        >
                          Why
                        </Button>
                      </Group>
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Panel>
  );
}

/** Asks for the product that a buyer may have meant, and says where it stands or why it is absent. */
function WhyProduct({ q, close }: { q: string; close: () => void }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  if (asked) return <Why asked={asked} close={close} />;
  return (
    <Modal opened onClose={close} title={`Why “${q}” does not find it`} centered>
      <Stack>
        <RowPicker
          kind="products"
          label="Product that buyers may have meant"
          placeholder="Type a part of its title"
          value={null}
          onChange={(id) => id && setAsked({ q, product: { id, title: `Searched for “${q}”` } })}
        />
      </Stack>
    </Modal>
  );
}
