import type * as PdfLib from 'pdf-lib';

type Pdf = typeof PdfLib;

/** The numbers of a page or an annotation in the tree of structure (ISO 32000-1, 14.7.4.4). */
const PARENTS = ['StructParents', 'StructParent'] as const;

/**
 * Pages of several documents in one, with their tags, languages and named destinations. The library's own copying of pages leaves
 * all of them behind: they hang at the catalogue. Numbers and names that two parts have in common are changed in the later one.
 */
export class MergedStructure {
  readonly #pdf: Pdf;
  readonly #merged: PdfLib.PDFDocument;
  readonly #root: PdfLib.PDFRef;
  /** The structure elements at the top, one or more a part. */
  readonly #top: PdfLib.PDFObject[] = [];
  /** Key and value in turn, in the order of the keys. */
  readonly #parents: PdfLib.PDFObject[] = [];
  readonly #ids: [id: string, element: PdfLib.PDFObject][] = [];
  readonly #destinations = new Map<string, PdfLib.PDFObject>();
  readonly #roles = new Map<PdfLib.PDFName, PdfLib.PDFObject>();
  #nextParent = 0;
  #parts = 0;
  #language: PdfLib.PDFObject | undefined;

  constructor(pdf: Pdf, merged: PdfLib.PDFDocument) {
    this.#pdf = pdf;
    this.#merged = merged;
    this.#root = merged.context.nextRef();
  }

  /** Adds all pages of a part, and returns their references. */
  add(part: PdfLib.PDFDocument): PdfLib.PDFRef[] {
    const { PDFName, PDFObjectCopier, PDFPage, PDFRef } = this.#pdf;
    this.#parts += 1;
    // One copier for pages and tags: what both refer to is copied once.
    const copier = PDFObjectCopier.for(part.context, this.#merged.context);
    const tags = this.#lookup(part.catalog, 'StructTreeRoot');
    const tagsRef = part.catalog.get(PDFName.of('StructTreeRoot'));
    // The elements at the top name the root as their parent: it is that of the merged file.
    if (tagsRef instanceof PDFRef) traversedBy(copier).set(tagsRef, this.#root);

    const pages = part.getPages().map(({ ref }) => copier.copy(ref));
    for (const ref of pages) {
      const leaf = this.#pageAt(ref);
      this.#merged.addPage(PDFPage.of(leaf, ref, this.#merged));
    }
    const renamed = this.#addDestinations(part, copier);
    for (const ref of pages) this.#renumber(this.#pageAt(ref), renamed);
    if (tags) this.#addTags(tags, copier);
    const language = part.catalog.lookup(PDFName.of('Lang'));
    if (language) this.#language ??= language.clone();
    return pages;
  }

  /** Writes what was gathered into the catalogue. */
  write(): void {
    const { PDFName, PDFString } = this.#pdf;
    const { catalog, context } = this.#merged;
    if (this.#language) catalog.set(PDFName.of('Lang'), this.#language);
    if (this.#destinations.size > 0) {
      const names = [...this.#destinations]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([name, destination]) => [PDFString.of(name), destination]);
      catalog.set(
        PDFName.of('Names'),
        context.obj({ Dests: context.register(context.obj({ Names: names })) }),
      );
    }
    if (this.#top.length === 0) return;
    const root = context.obj({
      Type: 'StructTreeRoot',
      K: this.#top,
      ParentTree: context.register(context.obj({ Nums: this.#parents })),
      ParentTreeNextKey: this.#nextParent,
    });
    if (this.#roles.size > 0) {
      const roles = context.obj({});
      for (const [role, standard] of this.#roles) roles.set(role, standard);
      root.set(PDFName.of('RoleMap'), roles);
    }
    if (this.#ids.length > 0) {
      const names = this.#ids
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([id, element]) => [PDFString.of(id), element]);
      root.set(PDFName.of('IDTree'), context.register(context.obj({ Names: names })));
    }
    context.assign(this.#root, root);
    catalog.set(PDFName.of('StructTreeRoot'), this.#root);
    catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  }

  #pageAt(ref: PdfLib.PDFRef): PdfLib.PDFPageLeaf {
    return this.#merged.context.lookup(ref) as PdfLib.PDFPageLeaf;
  }

  #lookup(dict: PdfLib.PDFDict, name: string): PdfLib.PDFDict | undefined {
    return dict.lookupMaybe(this.#pdf.PDFName.of(name), this.#pdf.PDFDict);
  }

  #addTags(tags: PdfLib.PDFDict, copier: PdfLib.PDFObjectCopier): void {
    const { PDFName, PDFArray, PDFDict, PDFNumber } = this.#pdf;
    const kids = tags.get(PDFName.of('K'));
    const top =
      kids === undefined
        ? []
        : this.#itemsOf(tags.context.lookup(kids) instanceof PDFArray ? kids : [kids], tags);
    for (const kid of top) this.#top.push(copier.copy(kid));

    let highest = -1;
    const parents = this.#lookup(tags, 'ParentTree');
    if (parents)
      for (const [key, value] of this.#leaves(parents, 'Nums')) {
        const number = key instanceof PDFNumber ? key.asNumber() : 0;
        highest = Math.max(highest, number);
        this.#parents.push(PDFNumber.of(this.#nextParent + number), copier.copy(value));
      }
    this.#nextParent += highest + 1;

    const roles = this.#lookup(tags, 'RoleMap');
    for (const [role, standard] of roles?.entries() ?? []) this.#roles.set(role, copier.copy(standard));
    const elements = this.#lookup(tags, 'IDTree');
    if (!elements) return;
    for (const [id, element] of this.#leaves(elements, 'Names')) {
      const copied = copier.copy(element);
      const dict = this.#merged.context.lookup(copied);
      if (dict instanceof PDFDict) this.#ids.push([this.#ownId(this.#textOf(id)), copied]);
    }
    for (const element of this.#top.slice(this.#top.length - top.length)) this.#ownIds(element, new Set());
  }

  /** Elements are named by numbers that begin anew in each part; heads of tables are referred to by them. */
  #ownIds(object: PdfLib.PDFObject, seen: Set<PdfLib.PDFObject>): void {
    const { PDFName, PDFArray, PDFDict, PDFString, PDFHexString } = this.#pdf;
    const element = this.#merged.context.lookup(object);
    if (element === undefined || seen.has(element)) return;
    seen.add(element);
    if (element instanceof PDFArray) {
      for (const item of element.asArray()) this.#ownIds(item, seen);
      return;
    }
    if (!(element instanceof PDFDict) || element.has(PDFName.of('Contents'))) return;
    const id = element.lookup(PDFName.of('ID'));
    if (id instanceof PDFString || id instanceof PDFHexString)
      element.set(PDFName.of('ID'), PDFString.of(this.#ownId(this.#textOf(id))));
    const headers = element.lookup(PDFName.of('Headers'));
    if (headers instanceof PDFArray)
      headers
        .asArray()
        .forEach((header, index) => headers.set(index, PDFString.of(this.#ownId(this.#textOf(header)))));
    for (const below of ['K', 'A'])
      if (element.has(PDFName.of(below)))
        this.#ownIds(element.get(PDFName.of(below)) as PdfLib.PDFObject, seen);
  }

  #ownId(id: string): string {
    return `p${this.#parts}-${id}`;
  }

  /** Names of places that links lead to; returns the new names of those that an earlier part has as well. */
  #addDestinations(part: PdfLib.PDFDocument, copier: PdfLib.PDFObjectCopier): Map<string, string> {
    const renamed = new Map<string, string>();
    const put = (name: string, destination: PdfLib.PDFObject) => {
      const free = this.#destinations.has(name) ? `${name}-${this.#parts}` : name;
      if (free !== name) renamed.set(name, free);
      this.#destinations.set(free, copier.copy(destination));
    };
    // The older form, which Chromium writes, and the tree of names.
    const older = this.#lookup(part.catalog, 'Dests');
    for (const [name, destination] of older?.entries() ?? []) put(name.decodeText(), destination);
    const names = this.#lookup(part.catalog, 'Names');
    const tree = names && this.#lookup(names, 'Dests');
    if (tree)
      for (const [name, destination] of this.#leaves(tree, 'Names')) put(this.#textOf(name), destination);
    return renamed;
  }

  /** Moves the numbers of a page and its annotations behind those of the parts before, and has links name what was renamed. */
  #renumber(page: PdfLib.PDFPageLeaf, renamed: ReadonlyMap<string, string>): void {
    const { PDFArray, PDFDict, PDFName, PDFNumber, PDFString } = this.#pdf;
    const annotations = page.lookupMaybe(PDFName.of('Annots'), PDFArray)?.asArray() ?? [];
    const dicts = annotations
      .map((item) => this.#merged.context.lookup(item))
      .filter((item) => item instanceof PDFDict);
    for (const dict of [page, ...dicts])
      for (const name of PARENTS) {
        const number = dict.lookup(PDFName.of(name));
        if (number instanceof PDFNumber)
          dict.set(PDFName.of(name), PDFNumber.of(this.#nextParent + number.asNumber()));
      }
    for (const dict of dicts) {
      const action = dict.lookupMaybe(PDFName.of('A'), PDFDict);
      for (const [holder, key] of [
        [dict, 'Dest'],
        [action, 'D'],
      ] as const) {
        const destination = holder?.lookup(PDFName.of(key));
        if (destination === undefined || destination instanceof PDFArray || destination instanceof PDFDict)
          continue;
        const name = this.#textOf(destination);
        // A name of the tree is a text; one of the older form, a name, is not looked up there.
        holder?.set(PDFName.of(key), PDFString.of(renamed.get(name) ?? name));
      }
    }
  }

  #itemsOf(kids: PdfLib.PDFObject | PdfLib.PDFObject[], dict: PdfLib.PDFDict): PdfLib.PDFObject[] {
    if (Array.isArray(kids)) return kids;
    const found = dict.context.lookup(kids);
    return found instanceof this.#pdf.PDFArray ? found.asArray() : [kids];
  }

  /** Keys and values of a tree of numbers or names, in their order. */
  *#leaves(tree: PdfLib.PDFDict, form: 'Nums' | 'Names'): Generator<[PdfLib.PDFObject, PdfLib.PDFObject]> {
    const { PDFArray, PDFDict, PDFName } = this.#pdf;
    const items = tree.lookupMaybe(PDFName.of(form), PDFArray)?.asArray() ?? [];
    for (let index = 0; index + 1 < items.length; index += 2)
      yield [items[index] as PdfLib.PDFObject, items[index + 1] as PdfLib.PDFObject];
    for (const kid of tree.lookupMaybe(PDFName.of('Kids'), PDFArray)?.asArray() ?? [])
      yield* this.#leaves(tree.context.lookup(kid, PDFDict), form);
  }

  #textOf(object: PdfLib.PDFObject): string {
    const { PDFHexString, PDFName, PDFString } = this.#pdf;
    if (object instanceof PDFString || object instanceof PDFHexString || object instanceof PDFName)
      return object.decodeText();
    return String(object);
  }
}

/** What a copier has copied already, which the library keeps to itself. */
function traversedBy(copier: PdfLib.PDFObjectCopier): Map<PdfLib.PDFObject, PdfLib.PDFObject> {
  return (copier as unknown as { traversedObjects: Map<PdfLib.PDFObject, PdfLib.PDFObject> })
    .traversedObjects;
}
