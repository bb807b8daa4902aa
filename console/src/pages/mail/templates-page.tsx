import { Anchor, Badge, Card, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RowOf } from 'haat-client';
import { useState } from 'react';
import { Link } from 'react-router';
import { Nothing } from '../../generic/list-tools.js';
import { data } from '../../lib/api.js';
import { label } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { Icon } from '../../shell/icon.js';
import { PageLoader } from '../../shell/page-loader.js';
import { LanguageChoice, useMailLanguage } from './language-choice.js';

type Template = RowOf<'getAdminEmailTemplates'>;

/** Every mail that the platform sends, and which of them are overridden. */
export function Page() {
  const [text, setText] = useState('');
  const language = useMailLanguage();
  const { query } = language;
  const templates = useQuery({
    queryKey: ['getAdminEmailTemplates', query],
    queryFn: ({ signal }) => data('getAdminEmailTemplates', { query, signal }),
  });
  if (templates.isLoadingError)
    return <ErrorView error={templates.error} retry={() => void templates.refetch()} />;
  if (templates.isPending) return <PageLoader />;
  const wanted = text.trim().toLowerCase();
  const shown = templates.data.filter(({ key, subject, description }) =>
    [key, subject, description].some((part) => part.toLowerCase().includes(wanted)),
  );
  return (
    <Stack gap="md">
      <div>
        <Title order={1}>Mail templates</Title>
        <Text size="sm" c="dimmed">
          The words of each mail: a default, or an override of your own.
        </Text>
      </div>
      <Group gap="sm">
        <TextInput
          aria-label="Search mails"
          placeholder="Search mails"
          leftSection={<Icon name="search" size={16} />}
          maw={360}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <LanguageChoice {...language} />
      </Group>
      {shown.length === 0 ? (
        <Nothing title="No mail matches" />
      ) : (
        <TemplateTable templates={shown} locale={language.locale} />
      )}
    </Stack>
  );
}

function TemplateTable({ templates, locale }: { templates: readonly Template[]; locale?: string }) {
  return (
    <Card withBorder padding={0}>
      <div className="scroll" tabIndex={0} role="region" aria-label="Mail templates">
        <Table className="table" horizontalSpacing="md" verticalSpacing="xs" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Mail</Table.Th>
              <Table.Th>To</Table.Th>
              <Table.Th>Subject</Table.Th>
              <Table.Th>Words</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {templates.map(
              ({ key, eventType, role, description, subject, hasOverride, missing, enabled }) => (
                <Table.Tr key={key}>
                  <Table.Td>
                    <Anchor
                      component={Link}
                      to={`/admin/email/templates/${eventType}/${role}${locale ? `?locale=${locale}` : ''}`}
                      size="sm"
                      fw={600}
                    >
                      {eventType}
                    </Anchor>
                    <Text size="xs" c="dimmed" className="clip">
                      {description}
                    </Text>
                  </Table.Td>
                  <Table.Td className="nowrap">{label(role)}</Table.Td>
                  <Table.Td>
                    <Text size="sm" className="clip">
                      {subject}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Group gap={4}>
                      {hasOverride ? (
                        <Badge variant="light" tt="none">
                          Override
                        </Badge>
                      ) : (
                        <Badge variant="light" color="gray" tt="none">
                          Default
                        </Badge>
                      )}
                      {missing && (
                        <Badge variant="light" color="orange" tt="none">
                          Missing
                        </Badge>
                      )}
                      {!enabled && (
                        <Badge variant="light" color="orange" tt="none">
                          Not sent
                        </Badge>
                      )}
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ),
            )}
          </Table.Tbody>
        </Table>
      </div>
    </Card>
  );
}
