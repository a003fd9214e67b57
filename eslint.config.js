import js from '@eslint/js'
import tseslint from 'typescript-eslint'

const projects = [
  'src/tsconfig.json',
  'src/tsconfig.worker.json',
  'src/sandbox/tsconfig.json',
  'src/conform/tsconfig.json',
  'src/verify/tsconfig.json',
  'src/open/tsconfig.json',
  'src/service/tsconfig.json',
  'test/tsconfig.json',
  'test/tools/site/tsconfig.json',
  'test/apps/tsconfig.json',
]

const namedExportsOnly = { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' }

export default tseslint.config(
  { ignores: ['dist', 'coverage', 'node_modules'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: projects, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-restricted-syntax': [
        'error',
        namedExportsOnly,
        {
          selector:
            'CallExpression[callee.property.name="transaction"] > ArrowFunctionExpression[async=false]',
          message: 'Dexie follows an await only from a scope that it knows to be async.',
        },
      ],
      'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }],
      'max-lines': ['error', { max: 400 }],
      // French writes a blank that does not break before a colon.
      'no-irregular-whitespace': ['error', { skipTemplates: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_+$', argsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: { 'max-lines-per-function': 'off', 'no-restricted-syntax': ['error', namedExportsOnly] },
  },
  {
    files: ['test/apps/**'],
    languageOptions: { globals: { document: 'readonly' } },
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['test/apps/**/public/*.js', 'test/apps/**/*-sw.js'],
    languageOptions: {
      globals: {
        caches: 'readonly',
        fetch: 'readonly',
        importScripts: 'readonly',
        Response: 'readonly',
        self: 'readonly',
      },
    },
  },
  {
    files: ['test/apps/**/*.d.ts'],
    rules: {
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-empty-object-type': 'off',
    },
  },
  {
    files: ['vite.config.ts', 'test/support/build.ts', 'test/support/engine.ts', 'test/support/pack.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
)
