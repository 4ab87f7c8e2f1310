import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '#service/platform/folders.ts'
import { ADDON_FILE } from './addon-file.ts'
import { readArchive } from './archive.ts'

/** Names within the archive's one folder: they lead to no other. */
const NAME = /^gpu\/(\w[\w.-]*)$/

/** Replaces a file in one step, so that no start of the program finds half of it. */
async function place(file: string, content: Buffer): Promise<void> {
  const scratch = `${file}.${process.pid}.part`
  try {
    await writeFile(scratch, content, { mode: 0o600 })
    await rename(scratch, file)
  } finally {
    await rm(scratch, { force: true })
  }
}

/** Unpacks the engine's archive into a folder, and deletes it. The addon comes last: it needs the libraries beside it. */
export async function installEngine(archive: string, folder: string): Promise<void> {
  const files = (await readArchive(await readFile(archive))).flatMap(({ name, content }) => {
    const [, file] = NAME.exec(name) ?? []
    return file === undefined ? [] : [{ file, content }]
  })
  const addon = files.find(({ file }) => file === ADDON_FILE)
  if (!addon) throw new Error(`the archive holds no ${ADDON_FILE}`)
  makeFolder(folder, 0o700)
  for (const { file, content } of [...files.filter((one) => one !== addon), addon])
    await place(path.join(folder, file), content)
  await rm(archive, { force: true })
}
