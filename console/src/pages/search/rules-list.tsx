import { Anchor, Badge, Button, Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { Link } from 'react-router';
import { Panel } from '../../generic/panel.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { ago, minuteOf, number } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

type Rule = DataOf<'getAdminSearchRules'>[number];

const SHOWN = 100;
const counted = (count: number, singular: string, plural: string) =>
  count === 0 ? null : `${number(count)} ${count === 1 ? singular : plural}`;

const effectOf = ({ pins, buried, boosts, redirect }: Rule) =>
  [
    counted(pins.length, 'pin', 'pins'),
    counted(buried.length, 'burial', 'burials'),
    counted(boosts.length, 'boost', 'boosts'),
    redirect === null ? null : `leads to ${redirect}`,
  ]
    .filter(Boolean)
    .join(', ');

const nameOf = ({ query, category }: Rule) =>
  query === null
    ? `Category ${category?.title ?? 'that is gone'}`
    : `“${query}”${category ? ` in ${category.title}` : ''}`;

/** The rules, those that changed last first. */
export function RulesList() {
  const mayCreate = mayCall(useDeclarations().get('postAdminSearchRules'), useSession());
  const rules = useQuery({
    queryKey: ['getAdminSearchRules'],
    queryFn: ({ signal }) =>
      call('getAdminSearchRules', { query: { limit: SHOWN, sort: 'updatedAt:desc' }, signal }),
  });
  const rows = rules.data?.data ?? [];
  return (
    <Panel
      title="Rules"
      flush={rows.length > 0}
      actions={
        mayCreate && (
          <Button component={Link} to="/admin/search/rules/new" size="compact-sm">
            New rule
          </Button>
        )
      }
    >
      {rules.error && <ErrorView error={rules.error} retry={() => void rules.refetch()} />}
      {rules.isPending && <PageLoader />}
      {rules.data && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          A rule pins products of a result to places, buries or boosts others, or leads a text to a page of
          the shop.
        </Text>
      )}
      {rows.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label="Rules">
          <Table className="table" horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Result</Table.Th>
                <Table.Th>What it does</Table.Th>
                <Table.Th>State</Table.Th>
                <Table.Th>Changed</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((rule) => (
                <Table.Tr key={rule.id}>
                  <Table.Td>
                    <Anchor component={Link} to={`/admin/search/rules/${rule.id}`} size="sm" className="clip">
                      {nameOf(rule)}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>{effectOf(rule)}</Table.Td>
                  <Table.Td>
                    <RuleState rule={rule} />
                  </Table.Td>
                  <Table.Td className="nowrap">
                    {ago(rule.updatedAt)}
                    <Text size="xs" c="dimmed">
                      {rule.updatedBy}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {(rules.data?.metadata.total ?? 0) > SHOWN && (
        <Group p="md">
          <Anchor component={Link} to="/admin/search/rules" size="sm">
            All {number(rules.data?.metadata.total ?? 0)} rules
          </Anchor>
        </Group>
      )}
    </Panel>
  );
}

function RuleState({ rule: { isActive, activeFrom, activeUntil } }: { rule: Rule }) {
  const { store } = useDeclarations();
  const waits = activeFrom !== null && Date.parse(activeFrom) > Date.now();
  const bound = waits ? activeFrom : isActive ? activeUntil : null;
  return (
    <>
      <Badge variant="light" size="sm" color={isActive ? 'teal' : 'gray'}>
        {isActive ? 'active' : waits ? 'waiting' : 'ended'}
      </Badge>
      {bound !== null && (
        <Text size="xs" c="dimmed" className="nowrap">
          {waits ? 'from' : 'until'} {minuteOf(bound, store)}
        </Text>
      )}
    </>
  );
}
