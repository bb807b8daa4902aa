import { SegmentedControl } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { OperationEntry } from '../lib/declarations.js';
import { label } from '../lib/format.js';
import { address } from './match.js';

/** A parameter of the path that is one of a few words, as tabs. */
export function ChoiceTabs({
  operation,
  params,
}: {
  operation: OperationEntry;
  params: Record<string, string>;
}) {
  const navigate = useNavigate();
  const choices = operation.params.filter(({ values }) => values !== undefined);
  return choices.map(({ name, values = [] }) => (
    <SegmentedControl
      key={name}
      aria-label={label(name)}
      data={values.map((value) => ({ value, label: label(value) }))}
      value={params[name] ?? ''}
      onChange={(value) => void navigate(address(operation, { ...params, [name]: value }) ?? '.')}
      style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
    />
  ));
}
