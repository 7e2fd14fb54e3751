// Drives WebKit, the nearest to an iPhone that runs here, over plain WebDriver and with a lasting profile.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findFreePort } from '../processes/freePort.ts'
import type { BrowserWindow } from './browserWindow.ts'

async function startDisplay(): Promise<{ name: string; process: ChildProcess }> {
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '800x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const pipe = display.stdio[3]
  if (pipe === null || pipe === undefined || !('setEncoding' in pipe)) throw new Error('Xvfb gave no display')
  const [data] = await once(pipe, 'data')
  return { name: `:${String(data).trim()}`, process: display }
}

/** A window of WebKit on this profile folder. Driver and display live as long as the window. */
export async function openWebKit(driverPath: string, profile: string): Promise<BrowserWindow> {
  const display = await startDisplay()
  const port = await findFreePort()
  const driver = spawn(driverPath, [`--port=${port}`, '--host=127.0.0.1'], {
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display.name,
      WEBKIT_PROFILE: profile,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  })
  const base = `http://127.0.0.1:${port}`

  async function send(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(base + path, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    })
    const answer = (await response.json()) as { value: { error?: string; message?: string } }
    if (response.status !== 200)
      throw new Error(`${method} ${path}: ${answer.value.error}: ${answer.value.message}`)
    return answer.value
  }

  await untilListening(base)
  const session = (await send('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: join(import.meta.dirname, 'webkitHost.py'), args: [] },
        timeouts: { script: 120_000, pageLoad: 60_000 },
      },
    },
  })) as { sessionId: string }
  const root = `/session/${session.sessionId}`

  const run = async <T>(body: string, ...args: unknown[]): Promise<T> => {
    const script = `const done = arguments[arguments.length - 1]; const args = [...arguments].slice(0, -1);
      (async (...args) => { ${body} })(...args).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const answer = (await send('POST', `${root}/execute/async`, { script, args })) as {
      value?: T
      error?: string
    }
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.value as T
  }

  return {
    async open(url) {
      await send('POST', `${root}/url`, { url })
    },
    run,
    async until<T>(body: string, ...args: unknown[]): Promise<T> {
      const wait = () =>
        run<T>(
          `const look = async (...args) => { ${body} }
         const end = Date.now() + 90_000
         while (Date.now() < end) {
           const value = await look(...args)
           if (value) return value
           await new Promise((resolve) => requestAnimationFrame(resolve))
         }
         throw new Error('waited too long for: ' + ${JSON.stringify(body)})`,
          ...args,
        )
      for (;;) {
        try {
          return await wait()
        } catch (error) {
          // the page was loaded again meanwhile: the next one has its own time
          if (!(error instanceof Error && /unload event|Could not parse/.test(error.message))) throw error
        }
      }
    },
    async kill() {
      const ended = once(driver, 'close')
      if (driver.pid !== undefined) process.kill(-driver.pid, 'SIGKILL')
      await ended
      display.process.kill('SIGKILL')
    },
  }
}

async function untilListening(base: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await fetch(`${base}/status`)
      return
    } catch (cause) {
      if (tries > 100) throw new Error('the WebKit driver does not answer', { cause })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
