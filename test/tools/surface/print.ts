import ts from 'typescript'

/** The text of a declaration without what is not promised: its own comment, private members, export words. */
export function declarationToText(node: ts.Declaration): string {
  if (ts.isVariableDeclaration(node)) return stripWords(node.parent.parent.getText())
  return stripWords(ts.isClassDeclaration(node) ? classToText(node) : node.getText())
}

function classToText(node: ts.ClassDeclaration): string {
  const whole = node.getSourceFile().text
  const head = whole.slice(node.getStart(), node.members.pos)
  const kept = node.members.filter(isPromised).map((member) => member.getFullText().trimEnd())
  return `${head}${kept.join('')}\n}`
}

/** Protected members are not promised either, because subclasses are not supported. */
function isPromised(member: ts.ClassElement): boolean {
  const { PrivateKeyword, ProtectedKeyword } = ts.SyntaxKind
  const words = ts.canHaveModifiers(member) ? (ts.getModifiers(member) ?? []) : []
  const isHidden = words.some(({ kind }) => kind === PrivateKeyword || kind === ProtectedKeyword)
  return !isHidden && !(member.name && ts.isPrivateIdentifier(member.name))
}

function stripWords(text: string): string {
  return text.replace(/^(export )?(declare )?/, '').replace(/import\("[^"]+"\)\./g, '')
}

/** The same without any comment: what changes when the promise does. */
export function stripComments(text: string): string {
  const file = ts.createSourceFile('declaration.ts', text, ts.ScriptTarget.Latest, true)
  return ts.createPrinter({ removeComments: true }).printFile(file)
}

/** A type inferred from a value is printed as its result, because its source text says nothing. */
export function isExpanded(node: ts.Node): boolean {
  return ts.isTypeAliasDeclaration(node) && containsTypeQuery(node.type)
}

function containsTypeQuery(node: ts.Node): boolean {
  return ts.isTypeQueryNode(node) || (ts.forEachChild(node, containsTypeQuery) ?? false)
}

/** What an inferred type comes to, and whatever of our own it mentions. */
export interface Expansion {
  text: string
  mentions: ts.Symbol[]
}

/** Prints inferred types in alphabetical order; a type inside another is printed by its name. */
export function createExpander(checker: ts.TypeChecker, named: readonly ts.Symbol[]) {
  const bare = new Map<string, string>()
  const mentions = new Set<ts.Symbol>()

  function spell(type: ts.Type, isTop = false): string {
    const symbol = isTop ? undefined : (type.aliasSymbol ?? type.getSymbol())
    const isNamed = symbol && /^[A-Za-z]/.test(symbol.name) && !checker.isArrayType(type)
    if (isNamed && !symbol.declarations?.some(isExpanded) && !(symbol.flags & ts.SymbolFlags.TypeLiteral)) {
      mentions.add(symbol)
      return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation)
    }
    if (type.isUnion()) return spellUnion(type)
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference)
      return item ? `(${spell(item)})[]` : 'unknown[]'
    }
    if (type.getProperties().length === 0 || !(type.flags & ts.TypeFlags.Object))
      return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation)
    const text = spellObject(type)
    return isTop ? text : (bare.get(text) ?? text)
  }

  function spellUnion(type: ts.UnionType): string {
    const isBoolean = type.types.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral).length === 2
    // The compiler adds undefined to an optional field, although the source does not have it.
    const isWritten = (one: ts.Type) =>
      !(one.flags & ts.TypeFlags.Undefined) || one === checker.getUndefinedType()
    const others = type.types
      .filter(({ flags }) => !isBoolean || !(flags & ts.TypeFlags.BooleanLiteral))
      .filter(isWritten)
    const spelt = others.map((one) => spell(one)).concat(isBoolean ? ['boolean'] : [])
    const last = (text: string) => (text === 'undefined' ? 1 : 0)
    return spelt.sort((left, right) => last(left) - last(right) || (left < right ? -1 : 1)).join(' | ')
  }

  function spellObject(type: ts.Type): string {
    const fields = type.getProperties().map((field) => {
      const mark = field.flags & ts.SymbolFlags.Optional ? '?' : ''
      return `${field.name}${mark}: ${spell(checker.getTypeOfSymbol(field))}`
    })
    return `{ ${fields.sort().join('; ')} }`
  }

  const isInferred = ({ declarations = [] }: ts.Symbol) => declarations.some(isExpanded)
  // The smaller first: a whole is spelt with the names of its parts.
  const models = named
    .filter(isInferred)
    .map((symbol) => ({ symbol, type: checker.getDeclaredTypeOfSymbol(symbol) }))
  const sized = models.map((model) => ({ ...model, size: spell(model.type, true).length }))
  for (const { symbol, type } of sized.sort((left, right) => left.size - right.size))
    if (type.getProperties().length > 0 && !type.isUnion()) bare.set(spell(type, true), symbol.name)

  return (symbol: ts.Symbol): Expansion | undefined => {
    if (!isInferred(symbol)) return undefined
    mentions.clear()
    return { text: spell(checker.getDeclaredTypeOfSymbol(symbol), true), mentions: [...mentions] }
  }
}

/** Every name in a declaration that may mean another one; private members and values' insides left out. */
export function findNames(node: ts.Node): ts.Identifier[] {
  const names: ts.Identifier[] = []
  const visit = (inner: ts.Node): void => {
    if (ts.isClassElement(inner) && !isPromised(inner)) return
    if (ts.isIdentifier(inner)) names.push(inner)
    ts.forEachChild(inner, visit)
  }
  ts.forEachChild(node, visit)
  return names
}
