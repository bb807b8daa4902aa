import { join, relative } from 'node:path';
import picomatch from 'picomatch';
import { arrows } from './layers.mjs';

const root = join(import.meta.dirname, '..', '..');

const inFolder = {
  regex: String.raw`^\.\./`,
  message: 'Relative imports stay in their folder: write #layer/… instead.',
};
const unnamed = 'Name what is imported: which layer may import which is decided by the name.';

const sets = arrows.map(({ files, patterns, inFolder: stays = true }) => ({
  holds: picomatch(files),
  patterns: (stays ? [inFolder, ...patterns] : patterns).map(({ regex, ...rest }) => ({
    ...rest,
    regex: new RegExp(regex),
  })),
}));

/** What a file must not import; undefined where anything goes. The last set that names the file decides. */
const patternsOf = (file) => sets.findLast(({ holds }) => holds(file))?.patterns;

const onlyTypes = ({ importKind, exportKind, specifiers = [] }) =>
  importKind === 'type' ||
  exportKind === 'type' ||
  (specifiers.length > 0 && specifiers.every((item) => (item.importKind ?? item.exportKind) === 'type'));

/**
 * The arrows between the layers, which layers.mjs names: for imports and exports of another file, and for the same
 * names where code imports as it runs or mentions a type. Circles are found by test/architecture/floors.test.ts.
 */
export const importsByLayer = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = relative(root, context.filename).replaceAll('\\', '/');
    const patterns = patternsOf(file);
    if (!patterns) return {};
    const look = (node, name, asType) => {
      for (const { regex, message, allowTypeImports } of patterns)
        if (!(asType && allowTypeImports) && regex.test(name)) context.report({ node, message });
    };
    const declaration = (node) => {
      if (node.source) look(node, node.source.value, onlyTypes(node));
    };
    return {
      ImportDeclaration: declaration,
      ExportNamedDeclaration: declaration,
      ExportAllDeclaration: declaration,
      ImportExpression(node) {
        if (node.source.type === 'Literal') look(node, node.source.value, false);
        else context.report({ node, message: unnamed });
      },
      TSImportType(node) {
        look(node, node.source.value, true);
      },
    };
  },
};
