import { Badge, Card, Group, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type ApprovalDetail, type Difference, isHtml } from './approval.js';
import { type Side, ShownValue, sideText } from './shown-value.js';

interface Props {
  approval: ApprovalDetail['approval'];
  differences: readonly Difference[];
  /** What stands below a field: why it was rejected, or a place to say it. */
  below?: (difference: Difference) => ReactNode;
  /** Fields that became another while they were looked at. */
  changed?: ReadonlySet<string>;
}

/** Each field that differs, as it is on sale beside how it was submitted. A new product has one side alone. */
export function DifferenceList({ approval: { kind }, differences, below, changed }: Props) {
  return (
    <Stack gap="md">
      {differences.map((difference) => (
        <Field
          key={difference.field}
          difference={difference}
          sides={kind === 'new' ? ['after'] : ['before', 'after']}
          isChanged={changed?.has(difference.field) ?? false}
          below={below?.(difference)}
        />
      ))}
    </Stack>
  );
}

function Field({
  difference,
  sides,
  isChanged,
  below,
}: {
  difference: Difference;
  sides: readonly Side[];
  isChanged: boolean;
  below: ReactNode;
}) {
  const [look, setLook] = useState('text');
  const { field, label } = difference;
  return (
    <Card withBorder padding="md" component="section" aria-label={label} data-difference={field}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Group gap="xs">
          <Title order={3} size="h4">
            {label}
          </Title>
          {isChanged && (
            <Badge color="orange" variant="light" tt="none">
              Changed since you looked
            </Badge>
          )}
        </Group>
        {isHtml(field) && (
          <SegmentedControl
            size="xs"
            aria-label={`How ${label} is shown`}
            value={look}
            onChange={setLook}
            data={[
              { value: 'text', label: 'What differs' },
              { value: 'shown', label: 'As shoppers see it' },
            ]}
          />
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, sm: sides.length }} spacing="lg">
        {sides.map((side) => (
          <div key={side} style={{ minWidth: 0 }}>
            {sides.length > 1 && (
              <Text size="xs" fw={600} c="dimmed" mb={4} className="first-capital">
                {sideText[side]}
              </Text>
            )}
            <ShownValue difference={difference} side={side} asShown={look === 'shown'} />
          </div>
        ))}
      </SimpleGrid>
      {below}
    </Card>
  );
}
