import ts from 'typescript'

// A compiler declares all that stands in a file. A host needs what its own code can come across: the declarations that
// an entry's exports lead to, and no library that only the rest would need.

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  skipLibCheck: true,
  noLib: true,
  types: [],
}

interface Shaking {
  checker: ts.TypeChecker
  isOwn: (file: ts.SourceFile) => boolean
  /** Statements, import specifiers and export specifiers that are needed. */
  kept: Set<ts.Node>
  waiting: ts.Node[]
}

/** The text of each declaration file that the entries lead to, without what they do not lead to. */
export function shakeTypes(entries: readonly string[], folder: string): Map<string, string> {
  const program = ts.createProgram([...entries], options)
  const home = folder.replaceAll('\\', '/')
  const shaking: Shaking = {
    checker: program.getTypeChecker(),
    isOwn: (file) => file.fileName.startsWith(`${home}/`),
    kept: new Set(),
    waiting: [],
  }
  const roots = entries.map((path) => program.getSourceFile(path))
  for (const file of roots) if (file) keepEntry(file, shaking)
  for (let node = shaking.waiting.pop(); node; node = shaking.waiting.pop()) follow(node, shaking)
  const files = program.getSourceFiles().filter(shaking.isOwn)
  const texts = files.map((file) => [file.fileName, writeFile(file, shaking.kept)] as const)
  return new Map(texts.filter(([path, text]) => text !== '' || entries.includes(path)))
}

/** An entry's exports are needed, and what it adds to the names of every page. */
function keepEntry(file: ts.SourceFile, shaking: Shaking): void {
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) continue
    if (ts.isExportDeclaration(statement)) keepExports(statement, shaking)
    else if (isExported(statement) || ts.isModuleDeclaration(statement)) keep(statement, shaking)
  }
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  )
}

function keepExports(statement: ts.ExportDeclaration, shaking: Shaking): void {
  const { exportClause, moduleSpecifier, isTypeOnly } = statement
  if (exportClause && ts.isNamedExports(exportClause)) {
    for (const specifier of exportClause.elements) {
      shaking.kept.add(specifier)
      const symbol = shaking.checker.getSymbolAtLocation(specifier.name)
      if (symbol) keepAliased(symbol, isTypeOnly || specifier.isTypeOnly, shaking)
    }
    return
  }
  shaking.kept.add(statement)
  const module = moduleSpecifier && shaking.checker.getSymbolAtLocation(moduleSpecifier)
  for (const symbol of module ? shaking.checker.getExportsOfModule(module) : []) {
    keepSymbol(symbol, isTypeOnly, shaking)
  }
}

/** Follows a name from import to export to where it is declared; each step on the way is needed. */
function keepSymbol(symbol: ts.Symbol, isType: boolean, shaking: Shaking): void {
  if ((symbol.flags & ts.SymbolFlags.Alias) !== 0) {
    for (const node of symbol.declarations ?? []) shaking.kept.add(node)
    keepAliased(symbol, isType, shaking)
    return
  }
  const declarations = (symbol.declarations ?? []).filter((node) => shaking.isOwn(node.getSourceFile()))
  const types = declarations.filter(isTypeDeclaration)
  const values = declarations.filter(
    (node) => !ts.isTypeAliasDeclaration(node) && !ts.isInterfaceDeclaration(node),
  )
  const meant = isType ? types : values
  for (const node of meant.length > 0 ? meant : declarations) {
    const statement = findStatement(node)
    if (statement) keep(statement, shaking)
  }
}

function keepAliased(symbol: ts.Symbol, isType: boolean, shaking: Shaking): void {
  const next = shaking.checker.getImmediateAliasedSymbol(symbol)
  if (next) keepSymbol(next, isType, shaking)
}

function isTypeDeclaration(node: ts.Node): boolean {
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isEnumDeclaration(node)
  )
}

function findStatement(node: ts.Node): ts.Statement | undefined {
  let found = node
  while (!ts.isSourceFile(found.parent)) {
    // A type parameter or a member belongs to a statement that is needed already.
    found = found.parent
  }
  return ts.isStatement(found) ? found : undefined
}

function keep(statement: ts.Statement, { kept, waiting }: Shaking): void {
  if (kept.has(statement)) return
  kept.add(statement)
  waiting.push(statement)
}

/** Keeps whatever the node mentions by name. */
function follow(node: ts.Node, shaking: Shaking): void {
  if (ts.isIdentifier(node)) {
    const symbol = shaking.checker.getSymbolAtLocation(node)
    if (symbol?.declarations?.some((one) => isTopLevel(one, shaking))) {
      keepSymbol(symbol, !isValueName(node), shaking)
    }
    return
  }
  ts.forEachChild(node, (child) => {
    follow(child, shaking)
  })
}

function isTopLevel(node: ts.Node, { isOwn }: Shaking): boolean {
  if (!isOwn(node.getSourceFile())) return false
  if (ts.isImportSpecifier(node) || ts.isImportClause(node) || ts.isNamespaceImport(node)) return true
  if (ts.isExportSpecifier(node)) return true
  return ts.isSourceFile(node.parent) || ts.isVariableDeclaration(node)
}

/** After `typeof`, a name is that of a value. */
function isValueName(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isQualifiedName(parent)) return isValueName(parent)
  return ts.isTypeQueryNode(parent) || (ts.isImportTypeNode(parent) && parent.isTypeOf)
}

function writeFile(file: ts.SourceFile, kept: ReadonlySet<ts.Node>): string {
  const text = file.statements.map((statement) => writeStatement(statement, file, kept)).join('')
  // Without it, all that stands in the file would count as exported.
  return text !== '' && file.statements.some(isEmptyExport) ? `${text}export {};\n` : text
}

function isEmptyExport(statement: ts.Statement): boolean {
  if (!ts.isExportDeclaration(statement) || !statement.exportClause) return false
  return ts.isNamedExports(statement.exportClause) && statement.exportClause.elements.length === 0
}

function writeStatement(statement: ts.Statement, file: ts.SourceFile, kept: ReadonlySet<ts.Node>): string {
  if (ts.isImportDeclaration(statement)) return writeImport(statement, file, kept)
  if (
    ts.isExportDeclaration(statement) &&
    statement.exportClause &&
    ts.isNamedExports(statement.exportClause)
  ) {
    const { elements } = statement.exportClause
    return writeNames(statement, file, elements, kept)
  }
  return kept.has(statement) ? `${statement.getFullText(file).trim()}\n` : ''
}

function writeImport(
  statement: ts.ImportDeclaration,
  file: ts.SourceFile,
  kept: ReadonlySet<ts.Node>,
): string {
  const clause = statement.importClause
  if (!clause) return ''
  const { namedBindings } = clause
  if (namedBindings && ts.isNamedImports(namedBindings)) {
    return writeNames(statement, file, namedBindings.elements, kept)
  }
  const isNeeded = kept.has(clause) || (namedBindings !== undefined && kept.has(namedBindings))
  return isNeeded ? `${statement.getText(file)}\n` : ''
}

/** The statement with those of its names that are needed. */
function writeNames(
  statement: ts.Statement,
  file: ts.SourceFile,
  names: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[],
  kept: ReadonlySet<ts.Node>,
): string {
  const needed = names.filter((name) => kept.has(name)).map((name) => name.getText(file))
  if (needed.length === 0) return ''
  const text = statement.getText(file)
  const [before = ''] = text.split('{', 1)
  return `${before}{ ${needed.join(', ')} }${text.slice(text.lastIndexOf('}') + 1)}\n`
}
