import type { ReactNode } from 'react';
import { useDeclarations, useShapes } from '../lib/declarations.js';
import { mayCall, useSession } from '../lib/session.js';
import { PageLoader } from '../shell/page-loader.js';
import type { EmptyText } from './empty-list.js';
import { Forbidden } from './forbidden.js';
import { ListPage, type Row } from './list-page.js';

/** The list of an operation within a page made by hand; nothing where the session may not see it. */
export function EmbeddedList({
  operation: id,
  params = {},
  fixed,
  columns,
  tools,
  more,
  empty,
}: {
  operation: string;
  params?: Record<string, string>;
  fixed?: Readonly<Record<string, string | string[]>>;
  /** Which columns are shown unless the person chose others. */
  columns?: readonly string[];
  /** Saved views, the choice of columns, and the list as a file. */
  tools?: boolean;
  /** More of a row, shown below it. */
  more?: (row: Row) => ReactNode;
  /** Where a button of the page makes the first row. */
  empty?: EmptyText;
}) {
  const operation = useDeclarations().get(id);
  const shapes = useShapes(operation?.slug);
  const session = useSession();
  if (!operation) return null;
  if (!mayCall(operation, session)) return <Forbidden permission={operation.permission} />;
  if (!shapes) return <PageLoader />;
  return (
    <ListPage
      key={`${id} ${JSON.stringify(fixed)}`}
      operation={operation}
      params={params}
      shapes={shapes}
      embedded
      fixed={fixed}
      columns={columns}
      tools={tools}
      more={more}
      empty={empty}
    />
  );
}
