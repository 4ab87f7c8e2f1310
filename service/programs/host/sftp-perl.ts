/**
 * An SFTP server (version 3, draft-ietf-secsh-filexfer-02, with OpenSSH's `posix-rename`, `hardlink` and `fsync`) for images
 * without OpenSSH's own. It runs inside the rental as its user, so the kernel bounds what it reaches. Perl is part of every
 * Debian and Ubuntu (package perl-base); only its core is used.
 */
export const perlServer = String.raw`
use strict; use warnings; no warnings 'uninitialized';
use Fcntl qw(:DEFAULT :mode); use POSIX ();
my ($input, %open, $last);
chdir($ENV{HOME}) if $ENV{HOME};

sub receive {
  my ($size, $bytes) = (shift, '');
  while (length($bytes) < $size) {
    my $count = sysread(STDIN, $bytes, $size - length($bytes), length($bytes));
    next if !defined($count) && $!{EINTR};
    exit 0 if !$count;
  }
  return $bytes;
}
sub deliver {
  my $bytes = pack('N/a', shift);
  my $done = 0;
  while ($done < length($bytes)) {
    my $count = syswrite(STDOUT, $bytes, length($bytes) - $done, $done);
    next if !defined($count) && $!{EINTR};
    exit 1 if !$count;
    $done += $count;
  }
}
sub number { my $value = unpack('N', $input); substr($input, 0, 4, ''); return $value }
sub big { my $high = number(); return $high * 4294967296 + number() }
sub text { my $size = number(); return substr($input, 0, $size, '') }
sub path { my $path = text(); return $path eq '' ? '.' : $path }

sub status {
  my ($id, $code, $message) = @_;
  deliver(pack('CNN', 101, $id, $code) . pack('N/a N/a', $message || ('Success', 'End of file')[$code], ''));
}
sub failed { status($_[0], $!{ENOENT} ? 2 : $!{EACCES} || $!{EPERM} ? 3 : 4, "$!") }
sub answer { my ($id, $isDone) = @_; $isDone ? status($id, 0) : failed($id) }

sub attributes {
  my @stat = @_;
  my $high = int($stat[7] / 4294967296);
  return pack('N8', 15, $high, $stat[7] - $high * 4294967296, $stat[4], $stat[5], $stat[2], $stat[8], $stat[9]);
}
sub requested {
  my ($flags, %set) = (number());
  $set{size} = big() if $flags & 1;
  @set{'uid', 'gid'} = (number(), number()) if $flags & 2;
  $set{mode} = number() & 07777 if $flags & 4;
  @set{'atime', 'mtime'} = (number(), number()) if $flags & 8;
  return \%set;
}
sub apply {
  my ($target, $set) = @_;
  return 0 if defined($set->{size}) && !truncate($target, $set->{size});
  return 0 if defined($set->{uid}) && !chown($set->{uid}, $set->{gid}, $target);
  return 0 if defined($set->{mode}) && !chmod($set->{mode}, $target);
  return 0 if defined($set->{mtime}) && !utime($set->{atime}, $set->{mtime}, $target);
  return 1;
}

my (%users, %groups);
sub described {
  my ($name, @stat) = @_;
  my $mode = $stat[2];
  my $kind = S_ISDIR($mode) ? 'd' : S_ISLNK($mode) ? 'l' : S_ISBLK($mode) ? 'b' : S_ISCHR($mode) ? 'c'
    : S_ISFIFO($mode) ? 'p' : S_ISSOCK($mode) ? 's' : '-';
  my $rights = join('', map { my $bits = $mode >> $_; ($bits & 4 ? 'r' : '-') . ($bits & 2 ? 'w' : '-') . ($bits & 1 ? 'x' : '-') } 6, 3, 0);
  my $user = $users{$stat[4]} //= getpwuid($stat[4]) // $stat[4];
  my $group = $groups{$stat[5]} //= getgrgid($stat[5]) // $stat[5];
  my $form = abs(time() - $stat[9]) < 15768000 ? '%b %e %H:%M' : '%b %e  %Y';
  my $time = POSIX::strftime($form, localtime($stat[9]));
  return sprintf('%s%s %4d %-8s %-8s %10s %s %s', $kind, $rights, $stat[3], $user, $group, $stat[7], $time, $name);
}
sub names {
  my ($id, @names) = @_;
  deliver(pack('CNN', 104, $id, scalar(@names)) . join('', map { pack('N/a N/a', $_->[0], $_->[1]) . $_->[2] } @names));
}
sub resolved {
  my $path = shift;
  my $real = eval { require Cwd; Cwd::abs_path($path) };
  return $real if defined($real) && $real ne '';
  $path = POSIX::getcwd() . '/' . $path if $path !~ m{^/};
  my @parts;
  for my $part (split(m{/}, $path)) {
    next if $part eq '' || $part eq '.';
    if ($part eq '..') { pop(@parts) } else { push(@parts, $part) }
  }
  return '/' . join('/', @parts);
}
sub remember { my ($id, $entry) = @_; my $name = 'h' . ++$last; $open{$name} = $entry; deliver(pack('CN', 102, $id) . pack('N/a', $name)) }

my %acts = (
  3 => sub {
    my ($id, $path, $wanted, $set) = ($_[0], path(), number(), requested());
    my $flags = ($wanted & 3) == 3 ? O_RDWR : $wanted & 2 ? O_WRONLY : O_RDONLY;
    $flags |= O_APPEND if $wanted & 4;
    $flags |= O_CREAT if $wanted & 8;
    $flags |= O_TRUNC if $wanted & 16;
    $flags |= O_EXCL if $wanted & 32;
    return failed($id) if !sysopen(my $file, $path, $flags, $set->{mode} // 0666);
    if (-d $file) { return status($id, 4, 'Is a directory') }
    binmode($file);
    remember($id, { file => $file });
  },
  4 => sub { my ($id, $name) = ($_[0], text()); my $one = delete($open{$name}) or return status($id, 4, 'Bad handle'); answer($id, $one->{file} ? close($one->{file}) : closedir($one->{folder})) },
  5 => sub {
    my ($id, $name, $at, $size) = ($_[0], text(), big(), number());
    my $file = ($open{$name} || {})->{file} or return status($id, 4, 'Bad handle');
    $size = 261120 if $size > 261120;
    sysseek($file, $at, 0);
    my $count = sysread($file, my $bytes, $size);
    return failed($id) if !defined($count);
    return status($id, 1) if $count == 0;
    deliver(pack('CN', 103, $id) . pack('N/a', $bytes));
  },
  6 => sub {
    my ($id, $name, $at, $bytes) = ($_[0], text(), big(), text());
    my $file = ($open{$name} || {})->{file} or return status($id, 4, 'Bad handle');
    sysseek($file, $at, 0);
    my $done = 0;
    while ($done < length($bytes)) {
      my $count = syswrite($file, $bytes, length($bytes) - $done, $done);
      next if !defined($count) && $!{EINTR};
      return failed($id) if !$count;
      $done += $count;
    }
    status($id, 0);
  },
  7 => sub { my ($id, $path) = ($_[0], path()); my @stat = lstat($path); @stat ? deliver(pack('CN', 105, $id) . attributes(@stat)) : failed($id) },
  8 => sub { my ($id, $name) = ($_[0], text()); my $file = ($open{$name} || {})->{file} or return status($id, 4, 'Bad handle'); my @stat = stat($file); @stat ? deliver(pack('CN', 105, $id) . attributes(@stat)) : failed($id) },
  9 => sub { my ($id, $path, $set) = ($_[0], path(), requested()); answer($id, apply($path, $set)) },
  10 => sub { my ($id, $name, $set) = ($_[0], text(), requested()); my $file = ($open{$name} || {})->{file} or return status($id, 4, 'Bad handle'); answer($id, apply($file, $set)) },
  11 => sub { my ($id, $path) = ($_[0], path()); return failed($id) if !opendir(my $folder, $path); remember($id, { folder => $folder, path => $path }) },
  12 => sub {
    my ($id, $name) = ($_[0], text());
    my $one = $open{$name};
    my $folder = ($one || {})->{folder} or return status($id, 4, 'Bad handle');
    my @names;
    while (@names < 100 && defined(my $entry = readdir($folder))) {
      my @stat = lstat($one->{path} . '/' . $entry) or next;
      push(@names, [$entry, described($entry, @stat), attributes(@stat)]);
    }
    @names ? names($id, @names) : status($id, 1);
  },
  13 => sub { my ($id, $path) = ($_[0], path()); return status($id, 4, 'Is a directory') if -d $path && !-l $path; answer($id, unlink($path)) },
  14 => sub { my ($id, $path, $set) = ($_[0], path(), requested()); answer($id, mkdir($path, $set->{mode} // 0777)) },
  15 => sub { my ($id, $path) = ($_[0], path()); answer($id, rmdir($path)) },
  16 => sub { my ($id, $path) = ($_[0], path()); my $real = resolved($path); names($id, [$real, $real, pack('N', 0)]) },
  17 => sub { my ($id, $path) = ($_[0], path()); my @stat = stat($path); @stat ? deliver(pack('CN', 105, $id) . attributes(@stat)) : failed($id) },
  18 => sub { my ($id, $from, $to) = ($_[0], path(), path()); return status($id, 4, 'File exists') if -e $to || -l $to; answer($id, rename($from, $to)) },
  19 => sub { my ($id, $path) = ($_[0], path()); my $to = readlink($path); defined($to) ? names($id, [$to, $to, pack('N', 0)]) : failed($id) },
  # OpenSSH sends the target first, against the draft, and all clients follow it.
  20 => sub { my ($id, $to, $path) = ($_[0], path(), path()); answer($id, symlink($to, $path)) },
  200 => sub {
    my ($id, $name) = ($_[0], text());
    if ($name eq 'posix-rename@openssh.com') { my ($from, $to) = (path(), path()); return answer($id, rename($from, $to)) }
    if ($name eq 'hardlink@openssh.com') { my ($from, $to) = (path(), path()); return answer($id, link($from, $to)) }
    if ($name eq 'fsync@openssh.com') { my $file = ($open{text()} || {})->{file} or return status($id, 4, 'Bad handle'); return answer($id, $file->sync) }
    status($id, 8, 'Operation unsupported');
  },
);
require IO::Handle;

while (1) {
  my $size = unpack('N', receive(4));
  exit 1 if $size < 1 || $size > 270336;
  $input = receive($size);
  my $kind = unpack('C', substr($input, 0, 1, ''));
  if ($kind == 1) {
    deliver(pack('CN', 2, 3) . join('', map { pack('N/a N/a', $_, '1') } 'posix-rename@openssh.com', 'hardlink@openssh.com', 'fsync@openssh.com'));
    next;
  }
  my $id = number();
  my $act = $acts{$kind};
  $act ? $act->($id) : status($id, 8, 'Operation unsupported');
}
`
