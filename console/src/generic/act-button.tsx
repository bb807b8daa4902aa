import { Button, type ButtonProps, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AnyResult } from '../lib/api.js';
import { type OperationEntry, useDeclarations, useShapes } from '../lib/declarations.js';
import { mayCall, useSession } from '../lib/session.js';
import { PageLoader } from '../shell/page-loader.js';
import type { FormValues } from './form-value.js';
import { type Edited, OperationForm } from './operation-form.js';

interface Act {
  /** The id of the operation. */
  operation: string;
  path?: Record<string, string>;
  query?: Record<string, string | undefined>;
  label: string;
  /** What will happen, and to what; by default what the operation says of itself. */
  text?: ReactNode;
  /** What is said when it is done; of an operation with more than one end, of its result. */
  done: string | ((result: AnyResult) => string);
  fixed?: FormValues;
  initial?: FormValues;
  /** What the act edits. */
  edited?: Edited;
  danger?: boolean;
  onDone?: (result: AnyResult) => void;
}

/** A button for one operation: says what will happen, asks for what it needs, and is absent without the permission. */
export function ActButton({
  size = 'sm',
  variant = 'default',
  ...act
}: Act & Pick<ButtonProps, 'size' | 'variant'>) {
  const [open, setOpen] = useState(false);
  const operation = useDeclarations().get(act.operation);
  const session = useSession();
  if (!operation || !mayCall(operation, session)) return null;
  return (
    <>
      <Button
        size={size}
        variant={act.danger && variant === 'default' ? 'light' : variant}
        color={act.danger ? 'red' : undefined}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        {act.label}
      </Button>
      {open && <ActDialog act={act} operation={operation} close={() => setOpen(false)} />}
    </>
  );
}

function ActDialog({ act, operation, close }: { act: Act; operation: OperationEntry; close: () => void }) {
  const shapes = useShapes(operation.slug);
  const refresh = useRefreshAll();
  const said = shapes?.operations[operation.id]?.description;
  return (
    <Modal opened onClose={close} title={act.label} centered onClick={(event) => event.stopPropagation()}>
      {!shapes ? (
        <PageLoader />
      ) : (
        <Stack>
          {act.text !== undefined ? (
            <Text size="sm">{act.text}</Text>
          ) : (
            operation.body &&
            said && (
              <Text size="sm" c="dimmed">
                {said}
              </Text>
            )
          )}
          <OperationForm
            operation={operation}
            path={act.path ?? {}}
            query={act.query}
            shapes={shapes}
            initial={act.initial}
            edited={act.edited}
            fixed={act.fixed}
            danger={act.danger}
            submitLabel={act.label}
            quiet={act.text !== undefined}
            onCancel={close}
            onDone={(result) => {
              close();
              const message = typeof act.done === 'string' ? act.done : act.done(result);
              notifications.show({ color: 'teal', message });
              void refresh();
              act.onDone?.(result);
            }}
          />
        </Stack>
      )}
    </Modal>
  );
}

/** After an act everything that is shown is read again: what it changes elsewhere only the API knows. */
export function useRefreshAll(): () => Promise<void> {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [first] }) => first !== 'declarations' && first !== 'session',
    });
}
