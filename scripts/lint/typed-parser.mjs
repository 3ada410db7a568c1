import { dirname, resolve } from 'node:path'
import ts from 'typescript'
import tseslint from 'typescript-eslint'
import { ROOT } from '../setup/paths.mjs'

/**
 * Parses for rules that ask the type checker, with one program for all sources of `project`. With typescript-eslint's own handling of
 * `project`, each Vue component makes an update of the program, because its script is not the text of its file: that alone
 * takes longer than all rules. vue-eslint-parser removes `project` when it parses expressions of a template.
 */
export const typedParser = {
  meta: { name: 'portside/typed-parser', version: '1' },
  parseForESLint(code, { project, ...options }) {
    const programs = project ? [programWith(resolve(options.filePath), code, resolve(ROOT, project))] : undefined
    return tseslint.parser.parseForESLint(code, { ...options, programs })
  }
}

/** Unsaved text of an editor, and what `--fix` changed. */
const edits = new Map()
/** Files as they were when the first program read them: only an edited one is parsed again. */
const files = new Map()
let program

/** The program, in which this file has this text. */
function programWith(path, code, project) {
  program ??= createProgram(project)
  const file = program.getSourceFile(path)
  if (file !== undefined && file.text !== code) {
    edits.set(file.fileName, code)
    files.delete(file.fileName)
    program = createProgram(project, program)
  }
  return program
}

function createProgram(project, previous) {
  const { config } = ts.readConfigFile(project, ts.sys.readFile)
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    dirname(project),
    { allowNonTsExtensions: true },
    project,
    undefined,
    [{ extension: 'vue', isMixedContent: true, scriptKind: ts.ScriptKind.Deferred }]
  )
  const host = ts.createCompilerHost(options, true)
  const { readFile, getSourceFile } = host
  host.readFile = (path) => edits.get(path) ?? (path.endsWith('.vue') ? scriptOf(readFile(path)) : readFile(path))
  host.getSourceFile = (path, ...rest) => {
    if (!files.has(path)) files.set(path, getSourceFile(path, ...rest))
    return files.get(path)
  }
  return ts.createProgram(fileNames, options, host, previous)
}

/**
 * What vue-eslint-parser passes to a parser: the content of `<script>`, after a type for each parameter of `generic="…"`.
 * Any other text costs a new program, and nothing else.
 */
function scriptOf(component) {
  const [, tag = '', code = ''] = /<script\b([^>]*)>(.*?)<\/script>/s.exec(component) ?? []
  const generic = /\bgeneric="([^"]*)"/.exec(tag)?.[1]
  if (generic === undefined) return code
  const types = generic.split(/,(?![^{]*})/).map((parameter) => {
    const [, name, constraint = 'unknown'] = /^\s*(\w+)(?:\s+extends(.*))?$/.exec(parameter) ?? []
    return `type ${name} = ${constraint}`
  })
  return `${types.join(';')};\n${code}`
}
