"""forking.py SOCKET: imports PyTorch once, which takes a second of processor time, and then runs each program that
`python` (beside this file) asks for at the socket in a fork of its own process. It ends when its stdin is closed."""
import json
import os
import runpy
import select
import signal
import socket
import sys
import traceback

try:
    import numpy  # noqa: F401
    import torch  # noqa: F401
except ModuleNotFoundError:
    sys.exit("lacks PyTorch")


def run(program, arguments, folder, streams):
    """As `python program arguments…` in that folder, with these as stdin, stdout and stderr; gives the exit status."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.chdir(folder)
    sys.argv = [program, *arguments]
    sys.path[0] = os.path.dirname(program)
    status = 0
    try:
        runpy.run_path(program, run_name="__main__")
    except SystemExit as end:
        status = end.code or 0
        if isinstance(status, str):
            print(status, file=sys.stderr)
            status = 1
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return status


signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the forks
server = socket.socket(socket.AF_UNIX)
server.bind(sys.argv[1])
server.listen()
print("listening", flush=True)
while server in select.select([server, sys.stdin], [], [])[0]:
    connection, _ = server.accept()
    message, streams, *_ = socket.recv_fds(connection, 1 << 16, 3)
    if os.fork() == 0:
        connection.send(bytes([run(**json.loads(message), streams=streams)]))
        os._exit(0)
    connection.close()
    for stream in streams:
        os.close(stream)
